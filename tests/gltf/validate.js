// validate.js DIRECTORY: the Khronos glTF-Validator over all files of a directory. Errors
// are printed and fail; no files fail too.
const fs = require('fs');
const path = require('path');
const validator = require('gltf-validator');

async function main(directory) {
  const files = fs.readdirSync(directory).sort();
  let errors = 0;
  let warnings = 0;
  for (const file of files) {
    const bytes = new Uint8Array(fs.readFileSync(path.join(directory, file)));
    const report = await validator.validateBytes(bytes, { maxIssues: 20 });
    errors += report.issues.numErrors;
    warnings += report.issues.numWarnings;
    for (const issue of report.issues.messages) {
      if (issue.severity === 0) console.log(`${file}: ${issue.code} ${issue.pointer}: ${issue.message}`);
    }
  }
  console.log(`${files.length} files, ${errors} errors, ${warnings} warnings`);
  process.exit(errors || files.length === 0 ? 1 : 0);
}

main(process.argv[2]);

// Which findings `waymark fix` or `waymark rebuild` may repair, by their remedies (issues.def). Whether
// they do in a file is known when it was tried (repairs.js).

const REMEDY = /'waymark (fix|rebuild)/;

export const mayRepair = ({ remedy = '' }) => REMEDY.test(remedy);

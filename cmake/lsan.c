/* Linked into the command when it is built with the sanitizers: fontconfig, which
 * cairo uses for text, keeps its tables until the process ends. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}

const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}

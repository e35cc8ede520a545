/* jsonl [PATH...]: checks that stdin is one JSON object per line, nothing else and
 * at least one, and prints the values at the dotted paths of each. Exit 1 when not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

static void print_path(const cJSON *object, const char *path)
{
    char name[256];
    while (object && *path) {
        size_t n = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)n, path);
        object = cJSON_IsArray(object) ? cJSON_GetArrayItem(object, atoi(name))
                                       : cJSON_GetObjectItemCaseSensitive(object, name);
        path += n + (path[n] == '.');
    }
    char *text = object ? cJSON_PrintUnformatted(object) : NULL;
    fputs(text ? text : "missing", stdout);
    cJSON_free(text);
}

int main(int argc, char **argv)
{
    char *line = NULL;
    size_t room = 0;
    unsigned long number = 0;
    for (ssize_t n; (n = getline(&line, &room, stdin)) > 0;) {
        const char *end = NULL;
        cJSON *object = cJSON_ParseWithOpts(line, &end, 0);
        number++;
        if (!cJSON_IsObject(object) || strcmp(end, "\n") != 0) {
            printf("line %lu is not one JSON object: %s\n", number, line);
            return 1;
        }
        for (int i = 1; i < argc; i++) {
            print_path(object, argv[i]);
            putchar(i + 1 < argc ? '\t' : '\n');
        }
        cJSON_Delete(object);
    }
    free(line);
    if (number == 0)
        puts("no JSON at all");
    return number == 0;
}

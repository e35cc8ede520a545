# "-" is stdin and stdout; "--" ends the options.
samples
waymark convert - - <room.wok >out.wok
same out.wok room.wok
waymark convert room.wok - | waymark convert - copy.wok
same copy.wok room.wok
waymark info --json - <corridor.wok >out
jsonl file faces <out
cp room.wok ./-room.wok
t info -- -nothing.wok
waymark info --json -- -room.wok >out
jsonl file <out
waymark check - <room.wok
waymark dump --json - <room.wok >out
jsonl file <out
waymark rebuild -q - - <room.wok >out.wok
same out.wok room.wok
t info - </dev/null

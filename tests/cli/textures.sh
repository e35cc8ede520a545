# Textures: info, check, dump, convert and render.
textures .
say "--- info"
t info grey.tpc cube.tpc book.tpc dxt5.tpc indexed.tga runs.tga 4444.dds a8l8.dds volume.dds kotor.dds
t info --json book.tpc
t info --json 565.dds
printf 'blending additive\nshiny 1\nfps x\n' >glow.txi
t info glow.txi
t info --json glow.txi
say "--- check"
t check --all short.tpc dxt1.dds glow.txi rgb.tga
head -c 60 rgba.tga >cut.tga
t check cut.tga
say "--- dump"
t dump cube.tpc
t dump --json kotor.dds
say "--- to a picture and back"
t convert book.tpc book.tga
cat book.txi
t convert book.tga again.tpc
t convert book.tpc again.tpc
cp book.txi again.txi
mv book.txi sheet.txi
t convert book.tga sheet.tpc
t info sheet.tpc
t convert --txi again.txi --no-mipmaps --pixels rgb book.tga plain.tpc
t info plain.tpc
say "--- the same pixels"
t convert picture.png a.tga
same picture.tga a.tga
t convert --pixels rgba picture.tga a.tpc
t convert a.tpc b.png
same picture.png b.png
t convert a.tpc c.tga
same picture.tga c.tga
t convert a.tpc c.tpc
same a.tpc c.tpc
t convert --pixels dxt1 picture.png d.tpc
t info d.tpc
t convert --json --pixels grey picture.png e.tpc
say "--- mistakes"
t convert rgb.tga rgb.glb
t convert --pixels dxt1 rgb.tga x.tga
t convert --txi absent.txi rgb.tga x.tpc
t convert --pixels dxt5 rgb.tga x.png
t render rgb.tga x.svg
t render --view top rgb.tga x.png
head -c 100 picture.png >cut.png
t convert cut.png x.tpc
t convert picture.png x.glb
say "--- a format that convert cannot write needs --to"
t convert picture.png -
t convert 565.dds -
t convert kotor.dds copy
t convert --to binary 565.dds copy
t convert --to tga 565.dds copy
say "--- render"
t render dxt3.dds dxt3.png
t render --json cube.tpc cube.png | sed 's|"bytes":[0-9]*|"bytes":N|'
say "--- many"
mkdir many
cp rgb.tga rgba.tpc 565.dds many
t convert --to png many -o out
ls out

say "--- a small file cannot become a huge image"
{
    printf '\000\000\003\000\000\000\000\000\000\000\000\000\000\020\000\010\010\040'
    head -c 8388608 /dev/zero
} >wide.tga
must waymark convert -q wide.tga wide.png
t convert wide.png wide.tpc
t convert --max-memory 1G --pixels dxt1 wide.png wide.tpc
{
    printf '\000\000\013\000\000\000\000\000\000\000\000\000\000\020\000\010\010\040'
    head -c 131072 /dev/zero | tr '\000' '\377'
} >runs.tga
t info runs.tga
say "--- nor many images with the same pixels"
{
    printf '\000\000\003\000\000\000\000\000\000\000\000\000\000\010\000\004\010\040'
    head -c 2097152 /dev/zero
} >half.tga
must waymark convert -q half.tga half.png
awk -v png="data:image/png;base64,$(base64 half.png | tr -d '\n')" 'BEGIN {
    printf "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
    printf "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],"
    printf "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
    printf "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
    for (i = 0; i < 3; i++) {
        sep = i ? "," : ""
        images = images sep "{\"name\":\"i" i "\",\"uri\":\"" png "\"}"
        textures = textures sep "{\"source\":" i "}"
        materials = materials sep "{\"name\":\"m" i "\",\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":" i "}}}"
        parts = parts sep "{\"attributes\":{\"POSITION\":0},\"material\":" i "}"
    }
    printf "\"images\":[%s],\"textures\":[%s],\"materials\":[%s],", images, textures, materials
    printf "\"meshes\":[{\"primitives\":[%s]}]}", parts
}' >three.gltf
t render three.gltf three.png

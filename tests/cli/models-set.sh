# Editing KotOR models: set, and diff and check after it.
models
t set --field box.bitmap=newtex --field '*.render=1' --field supermodel=S_Female02 --field classification=door --field fog=0 --field animationscale=0.9 sample.mdl a.mdl
t diff sample.mdl a.mdl
t check a.mdl
t set --replace-texture sample01=other01 --rename-node bone=spine -q sample.mdl b.mdl
t set --replace-texture other01=sample01 --rename-node spine=bone -q b.mdl c.mdl
same c.mdl sample.mdl
same c.mdx sample.mdx
t set --field name=renamed sample.mdl d.mdl
t info d.mdl
t set -q --field name=sample d.mdl e.mdl
same e.mdl sample.mdl
t set --json --field light.color=1,0.5,0.2 --field light.radius=8 --field emitter.birthrate=17 --field emitter.update=Explosion --field '#1.position=1,2,3' sample.mdl f.mdl
t check f.mdl
t set --anim walk.transtime=0.75 --anim 'turn.name=spin' --add-event walk=0.25,snd_step sample.mdl g.mdl
t info g.mdl
t set -q --rename-event walk.snd_step=snd_other --move-event walk.snd_other=0.3 g.mdl h.mdl
t set -q --remove-event walk.snd_other --anim walk.transtime=0.25 --anim spin.name=turn h.mdl i.mdl
same i.mdl sample.mdl
t set --remove-anim turn sample-k2.mdl j.mdl
t info j.mdl
t set -q --remove-anim '*' --field box.dirt_enabled=1 sample-k2.mdl k.mdl
t set -q --field box.shadow=0 sample-xbox.mdl l.mdl
must test -e l.mdx
t set --remove-anim turn --copy-anim sample-k2.mdl:turn --copy-anim sample.mdl:walk=march sample.mdl m.mdl
t check m.mdl
waymark set -q --rename-node bone=femur sample.mdl femur.mdl
t set --copy-anim 'sample.mdl:*' --field name=other --remove-anim '*' femur.mdl n.mdl
t set -q --remove-anim '*' femur.mdl still.mdl
t set --copy-anim 'sample.mdl:*' still.mdl n.mdl
t set --json --copy-anim 'sample.mdl:*' still.mdl n2.mdl
t check n.mdl
t set --replace-mesh box=sample.mdl:floor sample.mdl p.mdl
t check p.mdl
t set -q --replace-mesh box=sample.mdl p.mdl q.mdl
same q.mdl sample.mdl
same q.mdx sample.mdx
waymark convert -q sample.mdl sample.glb
t set --replace-mesh skin=sample.glb --replace-mesh box=sample-k2-xbox.mdl:box sample.mdl r.mdl
same r.mdx sample.mdx
t check r.mdl
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >one.obj
t set --replace-mesh box=one.obj sample.mdl s.mdl
waymark set -q --field box.lightmapped=1 sample.mdl lit.mdl
t set --replace-mesh box=one.obj lit.mdl s2.mdl
t set --json --replace-mesh box=one.obj lit.mdl s3.mdl
t check s.mdl
say "mistakes:"
t set --replace-mesh box sample.mdl x.mdl
t set --replace-mesh box= sample.mdl x.mdl
t set --replace-mesh box=sample.mdl:nobody sample.mdl x.mdl
t set --replace-mesh nobody=sample.mdl sample.mdl x.mdl
t set --replace-mesh skin=one.obj sample.mdl x.mdl
t set --replace-mesh saber=sample.mdl sample.mdl x.mdl
t set --replace-mesh light=sample.mdl sample.mdl x.mdl
t set --replace-mesh box=absent.glb sample.mdl x.mdl
t set --copy-anim sample.mdl sample.mdl x.mdl
t set --copy-anim sample.mdl:run sample.mdl x.mdl
t set --copy-anim sample.mdl:walk sample.mdl x.mdl
t set --copy-anim sample.mdl:walk= sample.mdl x.mdl
t set --copy-anim absent.mdl:walk sample.mdl x.mdl
t set --copy-anim sample.mdx:walk sample.mdl x.mdl
t set --field box.bitmap sample.mdl x.mdl
t set --field .bitmap=a sample.mdl x.mdl
t set --field nobody.bitmap=a sample.mdl x.mdl
t set --field 'b*x*.update=a' sample.mdl x.mdl
t set --field box.update=a sample.mdl x.mdl
t set --field colour=1 sample.mdl x.mdl
t set --field fog=on sample.mdl x.mdl
t set --field box.bitmap=a_name_of_thirty-two_bytes_is_too_long sample.mdl x.mdl
t set --field '#99.render=1' sample.mdl x.mdl
t set --rename-node box=skin sample.mdl x.mdl
t set --rename-node box sample.mdl x.mdl
t set --replace-texture absent=x sample.mdl x.mdl
t set --anim transtime=1 sample.mdl x.mdl
t set --anim run.transtime=1 sample.mdl x.mdl
t set --anim walk.speed=1 sample.mdl x.mdl
t set --remove-anim run sample.mdl x.mdl
t set --add-event walk=0.5 sample.mdl x.mdl
t set --add-event walk=-1,a sample.mdl x.mdl
t set --remove-event walk.nothing sample.mdl x.mdl
t set --move-event walk.0=1 sample.mdl x.mdl
t set --transition 1=2 sample.mdl x.mdl
t set --rename-mesh a=b sample.mdl x.mdl
t set --field fog=0 sample.mdl -
t set --field fog=0 sample.mdx x.mdl
waymark convert -q sample.mdl sample.mdl.ascii
t set --field fog=0 sample.mdl.ascii x.mdl
head -c 300 sample.mdl >cut.mdl
t set --field fog=0 cut.mdl x.mdl
must test ! -e x.mdl
must test ! -e x.mdx
t set --field fog=0 sample.mdl a.mdl
samples
t set --field fog=0 room.wok x.wok
t set --replace-texture a=b room.wok x.wok

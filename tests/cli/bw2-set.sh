# Editing Black & White 2 models: set, and dump and diff beside it.
bw2
t set --texture '1 - default.light=t_light.dds' --replace-texture m_square.dds=m_new.dds m_square.bwm a.bwm
t diff m_square.bwm a.bwm
t check a.bwm
t set --rename-material '#0=_vines_' --rename-mesh square_lod1=hut_lod1 -q m_square.bwm b.bwm
waymark diff m_square.bwm b.bwm || true
t set --add-entity bws_ep_new=1,2,3 --move-entity bws_ep_door=0.5,0,1 --rename-entity bws_ep_windowlight01=bws_ep_lamp m_square.bwm c.bwm
t info c.bwm
t check c.bwm
t set --json --remove-entity bws_ep_new --move-entity bws_ep_door=0,0,0 --rename-entity '#1=bws_ep_windowlight01' c.bwm d.bwm
same d.bwm m_square.bwm
printf '0 0 0\n1 0 0\n1 0 1\n' >outline.txt
t set --footprint @outline.txt m_square.bwm e.bwm
t check e.bwm
t set -q --footprint '0,0,0 1,0,0 1,0,1 0,0,1' e.bwm f.bwm
same f.bwm m_square.bwm
t set -q --footprint none m_square.bwm g.bwm
waymark dump --json c.bwm >out
jsonl version variant materials.0.name entities.2.name footprint.2 <out
t dump --layout m_square.bwm
say "mistakes:"
t set --texture nothing=x.dds m_square.bwm x.bwm
t set --texture '#7.light=x.dds' m_square.bwm x.bwm
t set --texture m_square.bwm x.bwm
t set --replace-texture absent.dds=x.dds m_square.bwm x.bwm
t set --rename-mesh square_lod1=a_name_of_sixty-four_bytes_is_one_too_long_for_the_field_of_it_all m_square.bwm x.bwm
t set --rename-entity nobody=x m_square.bwm x.bwm
t set --remove-entity '#2' m_square.bwm x.bwm
t set --add-entity here m_square.bwm x.bwm
t set --move-entity bws_ep_door=1,2 m_square.bwm x.bwm
t set --footprint '0,0,0 1,0' m_square.bwm x.bwm
t set --footprint @absent.txt m_square.bwm x.bwm
t set --transition 1=2 m_square.bwm x.bwm
t set --texture '#0=x.dds' zeros.bwm x.bwm
must test ! -e x.bwm
samples
t set --texture '#0=x.dds' room.wok x.wok
waymark set -q --add-entity bws_ep_door=9,9,9 m_square.bwm twice.bwm
t set --remove-entity bws_ep_door twice.bwm x.bwm
t set -q --remove-entity '#2' twice.bwm y.bwm
same y.bwm m_square.bwm
t diff m_square.bwm room.wok

"""What C structs do not say about their pointers: how many elements each leads to.

scripts/gen-python reads these tables. It knows most lengths itself: a count right before the
pointer, with the same name, belongs to it. In LENGTHS a rule is an expression over members of the
same struct; `up` is the object that holds the struct. Several numbers are a shape. None: the pointer leads to one struct or is
NULL.
"""

LENGTHS = {
    "wm_report.issues": "count",
    "wm_diff.items": "count",
    "wm_kotor_bwm.materials": "face_count",
    "wm_kotor_bwm.normals": "face_count",
    "wm_kotor_bwm.distances": "face_count",
    "wm_walkmesh.vertices": "vertex_count",
    "wm_walkmesh.faces": "face_count",
    "wm_walkmesh.materials": "face_count",
    "wm_walkmesh.walkable": "face_count",
    "wm_walkmesh.neighbours": "face_count",
    "wm_walkmesh.transitions": "face_count",
    "wm_walkmesh.rooms": "face_count",
    "wm_bw2_stream.data": "(up.vertex_count, stride)",
    "wm_kotor_skin.q": "q_count",
    "wm_kotor_skin.t": "t_count",
    "wm_kotor_skin.unknown_array": "unknown_count",
    "wm_kotor_dangly.vertices": "up.vertex_count",
    "wm_kotor_saber.positions": "176",
    "wm_kotor_saber.uvs": "176",
    "wm_kotor_saber.normals": "176",
    "wm_kotor_mesh.vertices": "vertex_count",
    "wm_kotor_mesh.index_counts": "index_count_count",
    "wm_kotor_mesh.inverted": "inverted_count",
    "wm_kotor_mesh.rows": "(vertex_count, row_size)",
    "wm_kotor_mesh.anim": "56",
    "wm_kotor_coverage.mdl": "mdl_count",
    "wm_kotor_coverage.mdx": "mdx_count",
    "wm_nwn2_tile.node_to_local": "node_count",
    "wm_nwn2_tile.table": "(node_count, node_count)",
    "wm_nwn2_aswm.tiles": "grid_height * grid_width",
    "wm_nwn2_aswm.island_table": "island_count * island_count",
    "wm_nwn2_watr.triangle_flags": "triangle_count",
    "wm_nwn2_polygon.points": "count",
    "wm_nwn2_floor.vertices": "vertex_count",
    "wm_nwn2_mdb_mesh.skin_vertices": "vertex_count",
    "wm_nwn2_mdb_mesh.hull_vertices": "vertex_count",
    "wm_nwn2_mdb_mesh.walk_vertices": "vertex_count",
    "wm_nwn2_mdb_mesh.triangle_flags": "triangle_count",
    "wm_nwn2_mdb_packet.spheres": None,
    "wm_extra.texts": "count",
    "wm_scene_attribute.values": "(up.vertex_count, width)",
    "wm_scene_mesh.normals": "vertex_count",
    "wm_scene_mesh.positions": "vertex_count",
    "wm_scene_mesh.tangents": "vertex_count",
    "wm_scene_mesh.colours": "vertex_count",
    "wm_scene_mesh.uvs": "vertex_count",
    "wm_scene_mesh.joints": "vertex_count",
    "wm_scene_mesh.weights": "vertex_count",
    "wm_scene_mesh.face_numbers": "index_count // 3",
    "wm_scene_image.rgba": "(height, width, 4)",
    "wm_scene_image.data": "size",
    "wm_scene_skin.inverse_bind": "joint_count",
    "wm_channel.times": "count",
    "wm_channel.values": "(count, width * 3 if interpolation == 2 else width)",
    "wm_pose.local": "scene.contents.node_count",
    "wm_pose.alpha": "scene.contents.node_count",
    "wm_pose.self_illumination": "scene.contents.node_count",
    "wm_pose.world": "scene.contents.node_count",
    "wm_image.rgba": "(height, width, 4)",
    "wm_texture_tga.id": "id_size",
    "wm_texture_image.data": "size",
    "wm_document.supers": "super_count",
    "wm_document.rooms": "lyt.contents.room_count",
    "wm_document.walkmeshes": "lyt.contents.room_count",
    "wm_document.objects": None,
    "wm_document.vis": None,
}

# Texts that do not end with a NUL, with the member that has their length.
TEXTS = {
    "wm_kotor_lyt.text": "size",
    "wm_kotor_vis.text": "size",
    "wm_texture.txi": "txi_size",
    "wm_gff_value.text": "count",
}

# Members that Python does not show.
HIDDEN = {
    "wm_found.data",  # only between the callbacks of a finder
    "wm_found.size",
    "wm_kotor_room_fixes.room_changed",  # its length is in the layout
}

# Numbers that are not floats and may be changed in a document: every value is safe. Indices are
# not, because functions rely on those being in range. Floats of documents may always be changed.
WRITABLE = {
    "wm_kotor_bwm.materials",
    "wm_kotor_edge.transition",
    "wm_kotor_mdl_face.material",
    "wm_nwn2_triangle.flags",
    "wm_nwn2_mdb_mesh.triangle_flags",
}

# Structs that never change once they are made.
FROZEN = {"wm_scene", "wm_walkmesh"}

# Structs that callers fill or that only C code needs. Options are left out by their names.
NO_VIEW = {
    "wm_allocator",
    "wm_buffer",
    "wm_file_output",
    "wm_finder",
    "wm_gff_value",
    "wm_json_writer",
    "wm_nwn2_kept",
    "wm_path",
    "wm_query_filter",
    "wm_report_file",
    "wm_scene_piece",
    "wm_source",
    "wm_view_file",
    "wm_walkmesh_desc",
}

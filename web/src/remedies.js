// What `waymark fix` or `waymark rebuild` alone can repair, by the remedies of findings (issues.def).

const REMEDY = /'waymark (fix|rebuild)/;
// The mesh must be changed elsewhere, before or instead.
const NOT_ALONE = /modelling program(, then| first)/;

export const repairable = ({ remedy = '' }) => REMEDY.test(remedy) && !NOT_ALONE.test(remedy);

/** Bundlers load this stylesheet for its effect; it exports nothing. */
declare const nothing: undefined;
export default nothing;

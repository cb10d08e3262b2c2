/** The default look. Bundlers load it for its effect; there is nothing to take from it. */
declare const nothing: undefined;
export default nothing;

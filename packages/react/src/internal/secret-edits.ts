/**
 * Secret arguments as they were edited, by the id of their request. They are in no draft, and are
 * forgotten with the form that they were typed into.
 */
export const secretEdits: Map<string, Readonly<Record<string, unknown>>> = new Map();

/**
 * The form that edits a call's arguments, and the diff of the changes. They are part of the confirm
 * card; import them here for custom cards.
 *
 * @module
 */
export { ArgsEditor, type Args, type ArgsEditorProps } from './args-editor.tsx';
export { LineDiff, type LineDiffProps } from './line-diff.tsx';

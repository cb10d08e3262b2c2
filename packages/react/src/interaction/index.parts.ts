/** Any request: in the page, in a dialog over it, or as plain data. */
export { Auto, type AutoProps } from './auto.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { Fallback } from './fallback.tsx';

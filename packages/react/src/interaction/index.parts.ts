/** Cards for any request: in the page, in a dialog, or as raw data. */
export { Auto, type AutoProps } from './auto.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { Fallback } from './fallback.tsx';

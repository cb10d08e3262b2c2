/** Parts of a receipt. */
export { Panel, type PanelProps } from './panel.tsx';
export { Card } from './card.tsx';
export { Root, type RootProps } from './root.tsx';
export { Outcome } from './outcome.tsx';
export { Args } from './args.tsx';
export { Meta } from './meta.tsx';
export { Digest } from './digest.tsx';
export { Copy } from './copy.tsx';

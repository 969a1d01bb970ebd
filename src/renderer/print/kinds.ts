import type { PrintKind } from '../../shared/areas/labels/rules.ts'
import type { PrintJob } from '../../shared/bridge.ts'
import { key } from '../i18n/formats.ts'

/** English, the key of its translation. */
export const printKindNames: Readonly<Record<PrintKind, string>> = {
  shipping: key('Shipping label'),
  sku: key('SKU label'),
  box: key('Box label'),
  fabric: key('Fabric label'),
  india_qc_sku: key('India QC SKU label'),
  barcode: key('Barcode label'),
  paper: key('A4 papers'),
}

export function jobKindName(kind: PrintJob['kind']): string {
  return kind === 'test' ? key('Test page') : printKindNames[kind]
}

/** What is said of labels in one way and of pages in another; keys of their translations. */
export type PrintWords = Readonly<
  Record<
    | 'kind'
    | 'size'
    | 'count'
    | 'place'
    | 'shown'
    | 'previous'
    | 'next'
    | 'failed'
    | 'ownSize'
    | 'tooSmall'
    | 'noOwnSize'
    | 'noPrinter',
    string
  >
>

const labelWords: PrintWords = {
  kind: key('Label kind'),
  size: key('Label size'),
  count: key('Labels'),
  place: key('Label {{page}} of {{count}}'),
  shown: key('{{page}} of {{count}}'),
  previous: key('Previous label'),
  next: key('Next label'),
  failed: key('The labels could not be made'),
  ownSize: key('the label’s size'),
  tooSmall: key('The label does not fit on this paper. Choose a larger one.'),
  noOwnSize: key('This printer has no paper of the label’s size. Choose a larger one; the label is not scaled.'),
  noPrinter: key(
    'There is no printer on this computer. Add one in the system’s settings, switch it on, then look again.',
  ),
}

const paperWords: PrintWords = {
  kind: key('Kind'),
  size: key('Page size'),
  count: key('Pages'),
  place: key('Page {{page}} of {{count}}'),
  shown: key('Page {{page}} of {{count}}'),
  previous: key('Previous page'),
  next: key('Next page'),
  failed: key('The pages could not be made'),
  ownSize: key('A4'),
  tooSmall: key('A4 pages do not fit on this paper. Choose a larger one.'),
  noOwnSize: key('This printer has no A4 paper. Choose a larger one, or another printer; pages are not scaled.'),
  noPrinter: key(
    'There is no printer for A4 paper on this computer. Add one in the system’s settings, switch it on, then look again.',
  ),
}

export function printWords(kind: PrintKind): PrintWords {
  return kind === 'paper' ? paperWords : labelWords
}

/** Of the preview's place on screen. */
const PREVIEW_MM = 122

const trueSize: PreviewZoom = { zoomOf: () => 1, name: key('True size') }
const twice: PreviewZoom = { zoomOf: () => 2, name: key('Twice its size') }
/** A page of A4 is wider than its place in the dialog, one on its long side still more. */
const wholeWidth: PreviewZoom = { zoomOf: (widthMm) => PREVIEW_MM / widthMm, name: key('Whole width') }

/** Gives how large the preview is on screen, beside what it is on paper, first what it opens with: the same two each time, since a page is drawn anew for another. */
export function previewZooms(kind: PrintKind): readonly [PreviewZoom, PreviewZoom] {
  return kind === 'paper' ? [wholeWidth, trueSize] : [trueSize, twice]
}

export interface PreviewZoom {
  zoomOf: (pageWidthMm: number) => number
  /** English, the key of its translation. */
  name: string
}

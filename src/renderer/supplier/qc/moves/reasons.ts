import { key } from '../../../i18n/key.ts'

/** Usual reasons, English and the keys of their translations. */
export const usualReasons = {
  revert: [key('Judged by mistake'), key('Wrong box'), key('New defect found'), key('Vendor asks for a second look')],
  skip: [
    key('Proven vendor'),
    key('Reorder of a passed style'),
    key('Needed urgently'),
    key('Inspected at the vendor'),
  ],
  looser: [
    key('Proven vendor'),
    key('Reorder of a passed style'),
    key('Agreed with the buyer'),
    key('Needed urgently'),
  ],
  override: [
    key('Defects can be mended'),
    key('Agreed with the buyer'),
    key('Sample not representative'),
    key('Defects sorted out piece by piece'),
  ],
} as const

import { key } from '../../../i18n/key.ts'

/** Numbers that an event of a box may carry, in the order that they are said. */
export const eventNumbers: Readonly<Record<string, string>> = {
  inspection: key('Inspection'),
  counted: key('Counted'),
  missing: key('Missing pcs'),
  excess: key('Excess'),
  passed: key('Passed'),
  failed: key('Failed QC'),
  on_hold: key('Hold'),
  found: key('Found after all'),
  claim: key('Claim from the vendor'),
  write_off: key('Write off'),
  accepted: key('Keep the excess'),
  send_back: key('Send the excess back'),
  miscounted: key('Miscounted'),
  pieces: key('Pieces'),
  quantity: key('Pieces'),
}

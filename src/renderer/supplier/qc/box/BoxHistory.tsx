import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { key } from '../../../i18n/formats.ts'
import { History } from '../../../kit/Timeline.tsx'
import type { BoxDetails } from './box-data.ts'

/** What happened to the box, newest first. */
export function BoxHistory({ history }: Pick<BoxDetails, 'history'>) {
  const { t } = useTranslation()
  const more = (details: Readonly<Record<string, unknown>>) => {
    const { styles, reason, remark, looser_plan, looser_reason } = details
    const said = [
      ...[styles, reason, remark].flatMap((text) => (typeof text === 'string' && text !== '' ? t(text) : [])),
      ...overruledWords(details, t),
    ]
    if (typeof looser_plan !== 'string') return said
    return [...said, t('Looser plan: {{plan}}', { plan: looser_plan }), String(looser_reason ?? '')]
  }
  return <History history={history} numbers={eventNumbers} more={more} />
}

/** That a lead let pieces pass all the same, which check was answered no, and why. */
export function overruledWords({ override_reason, answered_no }: Readonly<Record<string, unknown>>, t: TFunction) {
  const no = typeof answered_no === 'string' ? [t('Answered no: {{items}}', { items: answered_no })] : []
  return typeof override_reason === 'string' ? [...no, t('Overruled: {{reason}}', { reason: override_reason })] : no
}

/** Numbers that an event of a box may carry, in the order that they are said. */
const eventNumbers: Readonly<Record<string, string>> = {
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

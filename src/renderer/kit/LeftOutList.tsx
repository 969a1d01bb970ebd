import '../forms/forms.css'
import { useTranslation } from 'react-i18next'
import type { CallData } from '../actions/calls.ts'
import { useSay } from '../actions/say.ts'
import { useFormats } from '../i18n/formats.ts'
import { someOf } from './amounts.ts'

export type LeftOut = CallData<'invoices.shipToIndiaSummary'>['left_out'][number]

/** Lists the boxes that a summary leaves out, one line a reason. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const { t } = useTranslation()
  const say = useSay()
  const formats = useFormats()
  if (leftOut.length === 0) return null
  return (
    <section className="left-out" aria-label={t('Left out')}>
      <h3>
        {t('Left out')} <span className="tab-count">{formats.number(leftOut.length)}</span>
      </h3>
      <ul>
        {byReason(leftOut, say.message).map(({ reason, boxes }) => (
          <li key={reason}>
            <span>{reason}</span>
            {boxes.length > 0 ? (
              <span className="left-out-boxes" title={boxes.join('\n')}>
                {someOf(boxes, formats.number, { most: 4, between: ' · ' })}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function byReason(
  leftOut: readonly LeftOut[],
  words: (text: string, values: LeftOut['values']) => string,
): { reason: string; boxes: string[] }[] {
  const boxes = new Map<string, string[]>()
  for (const one of leftOut) {
    const reason = words(one.message, one.values)
    const box = [one.shipment_id, one.box_no].filter(Boolean).join(' / ') || one.sscc
    boxes.set(reason, [...(boxes.get(reason) ?? []), ...(box ? [box] : [])])
  }
  return [...boxes].map(([reason, names]) => ({ reason, boxes: names }))
}

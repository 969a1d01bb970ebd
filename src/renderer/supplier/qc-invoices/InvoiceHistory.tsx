import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Timeline } from '../../kit/Timeline.tsx'
import type { InvoiceDetails } from './invoice-details.ts'

/** What happened to the invoice, newest first, with the reasons given. */
export function InvoiceHistory({ history }: Pick<InvoiceDetails, 'history'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const numbers: Record<string, string> = { boxes: t('Boxes'), pieces: t('Pieces') }
  const about = (details: InvoiceDetails['history'][number]['details']) =>
    Object.entries(details).flatMap(([name, value]) => {
      if (numbers[name] && typeof value === 'number') return `${numbers[name]}: ${formats.number(value)}`
      return ['reason', 'export_order_number'].includes(name) && typeof value === 'string' ? t(value) : []
    })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="ship-scroll ship-pad" tabIndex={0} aria-label={t('History')}>
      <Timeline
        events={history.toReversed()}
        about={({ details }) => {
          const words = about(details)
          return words.length > 0 ? <div className="timeline-meta">{words.join(' · ')}</div> : null
        }}
      />
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Timeline } from '../../kit/Timeline.tsx'
import type { ShipmentDetails } from './next-step.ts'

/** What happened to the shipment, newest first. */
export function HistoryTab({ history }: Pick<ShipmentDetails, 'history'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const newestFirst = history.toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const words: Record<string, string> = {
    boxes: t('Boxes'),
    quantity: t('Pieces'),
    lines: t('Lines'),
    count: t('Labels'),
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="ship-scroll ship-pad" tabIndex={0} aria-label={t('History')}>
      <Timeline
        events={newestFirst}
        about={({ details }) => {
          const numbers = Object.entries(details).flatMap(([key, value]) =>
            words[key] !== undefined && typeof value === 'number' ? `${words[key]}: ${formats.number(value)}` : [],
          )
          return numbers.length > 0 ? <div className="timeline-meta">{numbers.join(' · ')}</div> : null
        }}
      />
    </section>
  )
}

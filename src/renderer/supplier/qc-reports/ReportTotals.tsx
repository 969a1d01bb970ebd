import { useWords } from '../../table/words.ts'
import { passRate, type QcReport } from './report-figures.ts'
import { usePercent } from './use-percent.ts'

/** The headline figures: four that are read first, the others in a row below. */
export function ReportTotals({ report: { totals, median_days } }: { report: QcReport }) {
  const { t, number, plural } = useWords()
  const percent = usePercent()
  const judged = totals.passed + totals.failed
  return (
    <section className="report-totals" aria-label={t('Totals')}>
      <dl className="report-heads">
        <Head
          label={t('Pass rate')}
          value={percent(passRate(totals))}
          note={plural(judged, 'of 1 piece judged', 'of {{n}} pieces judged')}
        />
        <Head
          label={t('Failed pieces')}
          value={number(totals.failed)}
          note={t('{{n}} went back to vendors', { n: number(totals.returned) })}
        />
        <Head
          label={t('Boxes taken in')}
          value={number(totals.boxes_inwarded)}
          note={plural(totals.pieces_inwarded, '1 piece', '{{n}} pieces')}
        />
        <Head
          label={t('Days at the door, median')}
          value={median_days === null ? '–' : number(median_days)}
          note={t('until the first verdict')}
        />
      </dl>
      <dl className="report-further">
        <Further label={t('Passed uninspected')} value={number(totals.uninspected)} />
        <Further label={t('Missing pieces')} value={number(totals.missing)} />
        <Further label={t('Excess pieces')} value={number(totals.excess)} />
        <Further label={t('Shipped to India (pieces)')} value={number(totals.shipped)} />
        <Further label={t('Boxes at the door now without a verdict')} value={number(totals.waiting_boxes)} />
      </dl>
    </section>
  )
}

function Head({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="report-figure">{value}</dd>
      <dd className="report-note">{note}</dd>
    </div>
  )
}

function Further({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

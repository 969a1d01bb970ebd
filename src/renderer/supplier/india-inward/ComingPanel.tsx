import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import type { ListState } from '../../table/list-state.ts'
import { Bar } from '../receiving/ArrivalsTab.tsx'
import { useConsignments } from '../receiving/consignments.ts'
import type { AwaitedBox } from '../receiving/scan/awaited.ts'
import type { IndiaParams } from './india-params.ts'

interface ComingPanelProps {
  address: ListState<IndiaParams>
  here: { site?: string }
  /** The box that was scanned last: what it came with is counted where nothing else is chosen. */
  last: AwaitedBox | null
}

/** Expected beside received: of one export order, or of all that are on their way here. */
export function ComingPanel({ address: { state, set }, here, last }: ComingPanelProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { consignments } = useConsignments(here)
  const open = consignments.filter(({ closed_at }) => closed_at === null)
  const chosen = state.consignment || (last?.consignment ?? '')
  const counted = open.filter(({ number }) => chosen === '' || number === chosen)
  const sum = (of: 'expected' | 'scanned') => counted.reduce((total, one) => total + one[of], 0)
  const [expected, scanned] = [sum('expected'), sum('scanned')]
  return (
    <section className="expected" aria-label={t('Expected and received')}>
      <div className="scan-side-head">
        <h2>{t('Expected and received')}</h2>
      </div>
      <select
        className="plain-select page-select"
        aria-label={t('Export order')}
        value={counted.length === 0 ? '' : chosen}
        onChange={({ target }) => set({ consignment: target.value })}
      >
        <option value="">{t('Everything on its way')}</option>
        {open.map(({ number, expected: all, scanned: here }) => (
          <option key={number} value={number}>
            {`${number} · ${formats.number(here)}/${formats.number(all)}`}
          </option>
        ))}
      </select>
      <div className="expected-numbers">
        <div>
          <span>{t('Received')}</span>
          <strong>{formats.number(scanned)}</strong>
        </div>
        <div>
          <span>{t('Due')}</span>
          <strong>{formats.number(expected)}</strong>
        </div>
        <div>
          <span>{t('To come')}</span>
          <strong>{formats.number(expected - scanned)}</strong>
        </div>
      </div>
      <Bar part={scanned} whole={expected} />
    </section>
  )
}

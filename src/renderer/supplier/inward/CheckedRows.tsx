import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useFormats } from '../../i18n/formats.ts'
import { key } from '../../i18n/key.ts'
import { useNamed } from '../../i18n/named.ts'
import type { Checked } from './CheckFile.tsx'

type Outcome = Checked['rows'][number]['outcome']

const labels: Record<Outcome, { label: string; tone: 'good' | 'warn' | 'bad' | 'active' }> = {
  awaiting: { label: key('On its way'), tone: 'good' },
  duplicate: { label: key('Already in'), tone: 'warn' },
  repeated: { label: key('Twice in the file'), tone: 'warn' },
  not_shipped: { label: key('Not shipped yet'), tone: 'warn' },
  other_site: { label: key('For another site'), tone: 'active' },
  unknown: { label: key('Unknown code'), tone: 'bad' },
}
const outcomes = Object.keys(labels) as Outcome[]
const MOST = 500

/** What each row of a checked sheet is, with a way to see one outcome only. */
export function CheckedRows({ name, checked: { rows, counts } }: { name: string; checked: Checked }) {
  const { t } = useTranslation()
  const say = useSay()
  const named = useNamed()
  const { number } = useFormats()
  const [only, setOnly] = useState<Outcome | null>(null)
  const shown = only === null ? rows : rows.filter(({ outcome }) => outcome === only)
  return (
    <>
      <p>
        <strong>{name}</strong>
      </p>
      <div className="checked-counts">
        {outcomes
          .filter((outcome) => counts[outcome])
          .map((outcome) => (
            <button
              key={outcome}
              type="button"
              className="status-tag"
              data-tone={labels[outcome].tone}
              aria-pressed={only === outcome}
              onClick={() => setOnly(only === outcome ? null : outcome)}
            >
              {`${t(labels[outcome].label)} ${number(counts[outcome] ?? 0)}`}
            </button>
          ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className="plain-scroll" tabIndex={0} aria-label={t('Rows of the file')}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('Row')}</th>
              <th>{t('Box code')}</th>
              <th>{t('Outcome')}</th>
              <th>{t('Box')}</th>
              <th>{t('Supplier')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, MOST).map(({ row, code, outcome, message, box }) => (
              <tr key={row}>
                <td>{number(row)}</td>
                <td className="code">{code}</td>
                <td title={say.message(message)}>
                  <span className="status-tag" data-tone={labels[outcome].tone}>
                    {t(labels[outcome].label)}
                  </span>
                </td>
                <td>{box ? `${box.box_no} · ${box.shipment_id}` : '–'}</td>
                <td>{box ? named(box.supplier_name, box.supplier_name_zh) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length > MOST ? <p className="muted">{t('and {{n}} more', { n: number(shown.length - MOST) })}</p> : null}
    </>
  )
}

import { useWords } from '../../../table/words.ts'
import type { QcLine } from '../box/use-box-data.ts'
import type { Counting } from './use-count-draft.ts'

/** What the count comes to so far; a blind count keeps it to itself until it is saved. */
export function CountResult({ counting, lines }: { counting: Counting; lines: readonly QcLine[] }) {
  const { t, name, number } = useWords()
  const { sums, isBlind } = counting
  const bySku = new Map(lines.map((line) => [line.nm_sku, line]))
  if (isBlind) {
    return (
      <div className="qc-side-part">
        <dl className="qc-figures">
          <Figure label={t('Counted')} value={number(sums.counted)} />
        </dl>
        <p className="muted">{t('Blind count: what was declared is shown when the count is saved.')}</p>
      </div>
    )
  }
  return (
    <div className="qc-side-part">
      <dl className="qc-figures">
        <Figure label={t('Counted')} value={`${number(sums.counted)} / ${number(sums.declared)}`} />
        <Figure label={t('Missing pcs')} value={number(sums.missing)} tone={sums.missing > 0 ? 'bad' : undefined} />
        <Figure label={t('Excess')} value={number(sums.excess)} tone={sums.excess > 0 ? 'warn' : undefined} />
        <Figure label={t('Not counted yet')} value={number(sums.left.pieces)} />
      </dl>
      {sums.differences.length > 0 ? (
        <>
          <h3>{t('Cases that the save opens')}</h3>
          <ul className="qc-diffs">
            {sums.differences.slice(0, 100).map(({ nm_sku, kind, quantity }) => {
              const line = bySku.get(nm_sku)
              return (
                <li key={nm_sku} data-kind={kind}>
                  <span className="dt-code">{nm_sku}</span>
                  <span className="muted">
                    {line ? `${name(line.color, line.color_zh)} · ${line.size}` : t('not declared')}
                  </span>
                  <b>{`${kind === 'missing' ? '−' : '+'}${number(quantity)}`}</b>
                </li>
              )
            })}
          </ul>
        </>
      ) : null}
    </div>
  )
}

function Figure({ label, value, tone }: { label: string; value: string; tone?: 'bad' | 'warn' | undefined }) {
  return (
    <div data-tone={tone}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

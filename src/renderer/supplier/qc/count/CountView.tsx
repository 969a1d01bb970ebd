import './count.css'
import { Button } from '@blueprintjs/core'
import { Upload } from '@blueprintjs/icons'
import { useCallback, useMemo } from 'react'
import type { GridValues } from '../../../kit/quantity-grid/grid-model.ts'
import { EmptyState } from '../../../kit/states.tsx'
import { useConfirm } from '../../../kit/useConfirm.tsx'
import { useWords } from '../../../table/words.ts'
import { SaveBar } from '../../SaveBar.tsx'
import { stylesOf } from '../box/styles-of.ts'
import type { AfterCommand, BoxDetails } from '../box/use-box-data.ts'
import { useInTurn } from '../box/use-in-turn.ts'
import type { BoxView } from '../list/qc-params.ts'
import { CaseFields } from './CaseFields.tsx'
import { CountGrid } from './CountGrid.tsx'
import { CountResult } from './CountResult.tsx'
import { fillAsDeclared } from './count-draft.ts'
import { ScanPieces } from './ScanPieces.tsx'
import { useBoxUploads } from './use-box-uploads.tsx'
import { type Counting, useCountDraft } from './use-count-draft.ts'

interface CountViewProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  /** Where to go on once the count is saved. */
  onCounted: (view: BoxView) => void
}

const noValues: GridValues = {}

/** A box to count: typed by colour and size, scanned piece by piece, or by file. */
export function CountView({ details, take, onCounted }: CountViewProps) {
  const { t } = useWords()
  const counting = useCountDraft(details, take)
  const can = (action: 'count' | 'recount') => details.box.allowed_actions.includes(action)
  if (can('count')) return <Counter details={details} counting={counting} onCounted={onCounted} />
  return (
    <EmptyState
      title={t('This box is counted')}
      text={can('recount') ? t('Counting again takes the count back, with the cases it opened.') : undefined}
    >
      {can('recount') ? (
        <Button
          intent="primary"
          text={t('Count again')}
          loading={counting.isSaving}
          onClick={() => void counting.recount()}
        />
      ) : null}
    </EmptyState>
  )
}

function Counter({ details, counting, onCounted }: Omit<CountViewProps, 'take'> & { counting: Counting }) {
  const { t, name, number } = useWords()
  const confirm = useConfirm()
  const { box, lines, owners } = details
  const { draft, change, sums, isBlind } = counting
  const styles = useMemo(() => stylesOf(lines, name), [lines, name])
  const shown = useInTurn(styles)
  const uploads = useBoxUploads(box)
  const type = useCallback(
    (styleId: string, values: GridValues) =>
      change((now) => ({ ...now, styles: { ...now.styles, [styleId]: values } })),
    [change],
  )
  const save = async () => {
    const { skus, pieces } = sums.left
    const isAgreed =
      skus === 0 ||
      (await confirm.ask({
        title: t('Some SKUs have no number'),
        text: isBlind
          ? t('SKUs without a number: {{skus}}. They count as not there.', { skus: number(skus) })
          : t('SKUs without a number: {{skus}}, {{pieces}} pcs. They count as missing.', {
              skus: number(skus),
              pieces: number(pieces),
            }),
        confirm: t('Save count'),
      }))
    if (isAgreed && (await counting.save())) onCounted('overview')
  }
  return (
    <div className="qc-work">
      <div className="qc-main">
        <div className="qc-tools">
          <ScanPieces lines={lines} draft={draft} onChange={change} />
          <span className="qc-tools-end">
            <label className="check-label">
              <input
                type="checkbox"
                checked={isBlind}
                onChange={(event) => change((now) => ({ ...now, isBlind: event.target.checked }))}
              />
              {t('Blind count')}
            </label>
            {isBlind ? null : (
              <Button
                size="small"
                text={t('Rest as declared')}
                disabled={sums.left.skus === 0}
                onClick={() => change((now) => fillAsDeclared(now, lines))}
              />
            )}
            <Button size="small" icon={<Upload />} text={t('By file…')} onClick={() => uploads.count.open()} />
          </span>
        </div>
        <div className="qc-scroll">
          {shown.map((style) => (
            <CountGrid
              key={style.style_id}
              style={style}
              values={draft.styles[style.style_id] ?? noValues}
              isBlind={isBlind}
              onChange={type}
              autoFocus={false}
            />
          ))}
        </div>
        {counting.isTyped ? (
          <SaveBar
            summary={
              isBlind
                ? t('Counted {{counted}}', { counted: number(sums.counted) })
                : t(
                    'Counted {{counted}} of {{declared}} · missing {{missing}} · excess {{excess}} · not counted {{left}}',
                    {
                      counted: number(sums.counted),
                      declared: number(sums.declared),
                      missing: number(sums.missing),
                      excess: number(sums.excess),
                      left: number(sums.left.pieces),
                    },
                  )
            }
            problem={null}
            isSaving={counting.isSaving}
            onSave={() => void save()}
            onDiscard={counting.discard}
          />
        ) : null}
      </div>
      <aside className="qc-side" aria-label={t('Result of the count')}>
        <CountResult counting={counting} lines={lines} />
        <CaseFields counting={counting} owners={owners} />
      </aside>
      {uploads.count.dialog}
      {confirm.dialog}
    </div>
  )
}

import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { useAnswer } from '../../../actions/useRows.ts'
import { EmptyState } from '../../../kit/states.tsx'
import { useWords } from '../../../table/words.ts'
import type { QcLine } from '../box/use-box-data.ts'
import { DefectRow } from './DefectRow.tsx'
import { addDefect, changeDefect, type InspectionDraft, removeDefect } from './inspection-draft.ts'
import type { ChangeDraft } from './use-inspection.ts'

interface DefectListProps {
  draft: InspectionDraft
  /** Those with pieces to judge. */
  lines: readonly QcLine[]
  change: ChangeDraft
  onBusy: (isBusy: boolean) => void
}

/** What is wrong with how many units, with photographs. */
export function DefectList({ draft, lines, change, onBusy }: DefectListProps) {
  const { t } = useWords()
  const meta = useAnswer('qcShared.getReviewCommentMeta', {}).data
  const usual = (reason: string) => meta?.reasons.find((one) => one.reason === reason)?.severity
  const count = draft.defects.length
  const before = useRef(count)
  const list = useRef<HTMLDivElement>(null)
  // A defect that was added is typed at once; the photographs of several may be on their way at the same time.
  useEffect(() => {
    if (count > before.current) list.current?.querySelector<HTMLElement>('.qc-defect:last-of-type select')?.focus()
    before.current = count
  }, [count])
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => onBusy(busy.size > 0), [busy, onBusy])
  const add = () => change((now) => addDefect(now, now.defects.at(-1)?.nm_sku ?? mostLikely(now, lines), {}))
  return (
    <div ref={list}>
      <div className="qc-part-head">
        <h3>{t('Defects')}</h3>
        <Button size="small" intent="primary" text={t('Add a defect')} disabled={lines.length === 0} onClick={add} />
      </div>
      {count === 0 ? (
        <EmptyState title={t('No defect found so far')} text={t('Each needs a reason, units and a remark.')} />
      ) : (
        draft.defects.map((defect) => (
          <DefectRow
            key={defect.id}
            defect={defect}
            lines={lines}
            onChange={(to) =>
              change((now) =>
                changeDefect(now, defect.id, {
                  ...to,
                  ...(to.reason && usual(to.reason) && { severity: usual(to.reason) ?? defect.severity }),
                }),
              )
            }
            onRemove={() => change((now) => removeDefect(now, defect.id))}
            onBusy={(isBusy) => setBusy((now) => withBusy(now, defect.id, isBusy))}
          />
        ))
      )}
    </div>
  )
}

function withBusy(now: ReadonlySet<number>, id: number, isBusy: boolean): ReadonlySet<number> {
  if (now.has(id) === isBusy) return now
  const next = new Set(now)
  if (isBusy) next.add(id)
  else next.delete(id)
  return next
}

/** The SKU that was looked at last, or the first that waits. */
function mostLikely({ looked }: InspectionDraft, lines: readonly QcLine[]): string {
  return Object.keys(looked).at(-1) ?? lines[0]?.nm_sku ?? ''
}

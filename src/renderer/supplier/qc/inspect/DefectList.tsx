import { Button } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'
import { useAnswer } from '../../../actions/useRows.ts'
import { EmptyState } from '../../../kit/states.tsx'
import { useWords } from '../../../table/words.ts'
import type { QcLine } from '../box/use-box-data.ts'
import { DefectRow } from './DefectRow.tsx'
import { addDefect, changeDefect, type InspectionDraft, removeDefect } from './inspection-draft.ts'
import type { PhotosOf } from './photo-problem.ts'
import type { ChangeDraft } from './use-inspection.ts'

interface DefectListProps {
  draft: InspectionDraft
  /** Those with pieces to judge. */
  lines: readonly QcLine[]
  change: ChangeDraft
  photos: PhotosOf
}

/** What is wrong with how many units, with photographs. */
export function DefectList({ draft, lines, change, photos }: DefectListProps) {
  const { t } = useWords()
  const meta = useAnswer('qcShared.getReviewCommentMeta', {}).data
  const usual = (reason: string) => meta?.reasons.find((one) => one.reason === reason)?.severity
  const count = draft.defects.length
  const before = useRef(count)
  const list = useRef<HTMLDivElement>(null)
  // A defect that was added is typed at once.
  useEffect(() => {
    if (count > before.current) list.current?.querySelector<HTMLElement>('.qc-defect:last-of-type select')?.focus()
    before.current = count
  }, [count])
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
            photos={photos}
          />
        ))
      )}
    </div>
  )
}

/** The SKU that was looked at last, or the first that waits. */
function mostLikely({ looked }: InspectionDraft, lines: readonly QcLine[]): string {
  return Object.keys(looked).at(-1) ?? lines[0]?.nm_sku ?? ''
}

import { useTranslation } from 'react-i18next'
import type { GridShape } from './grid-model.ts'
import type { GridNote } from './use-grid-editing.ts'

interface GridNotesProps {
  shape: GridShape
  faults: ReadonlyMap<string, string>
  note: GridNote | null
}

const shown = 4

/** Under the grid: why cells cannot stay so, and what the last paste did. */
export function GridNotes({ shape, faults, note }: GridNotesProps) {
  const { t } = useTranslation()
  const broken = shape.rows.flatMap((row) =>
    shape.columns.flatMap((column) => {
      const cell = shape.cellId(row.key, column.key)
      const why = cell === null ? undefined : faults.get(cell)
      return why === undefined ? [] : [{ cell, words: `${row.label} · ${column.label}: ${why}` }]
    }),
  )
  return (
    <div className="qg-notes" aria-live="polite">
      {broken.slice(0, shown).map(({ cell, words }) => (
        <p key={cell} className="qg-fault">
          {words}
        </p>
      ))}
      {broken.length > shown && <p className="qg-fault">{t('and {{n}} more', { n: broken.length - shown })}</p>}
      {note?.kind === 'refused-key' && <p>{t('Only whole numbers of pieces, without a minus sign.')}</p>}
      {note?.kind === 'too-long' && (
        <p className="qg-fault">{t('So many digits are a code and no number of pieces. The cell stays as it was.')}</p>
      )}
      {note?.kind === 'no-numbers' && <p className="qg-fault">{t('There are no whole numbers on the clipboard.')}</p>}
      {note?.kind === 'pasted' && (
        <p>
          {t('Cells pasted: {{n}}.', { n: note.cells })}{' '}
          {note.refused > 0 && t('Left out, not whole numbers: {{n}}.', { n: note.refused })}{' '}
          {note.outside > 0 && t('Outside the grid: {{n}}.', { n: note.outside })}
        </p>
      )}
    </div>
  )
}

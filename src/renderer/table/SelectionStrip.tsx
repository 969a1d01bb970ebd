import type { RowSelection } from './selection.ts'
import * as choose from './selection.ts'
import type { Locale } from './words.ts'

interface SelectionStripProps {
  selection: RowSelection
  loaded: readonly string[]
  matching: number | undefined
  hasMore: boolean
  words: Locale
  /** How many things these rows are, where one thing is several of them. */
  countOf?: (ids: readonly string[]) => number
}

/** Says how many rows are chosen and, once all loaded ones are, offers all that match. */
export function SelectionStrip({
  selection: { selection, set, clear },
  loaded,
  matching,
  hasMore,
  words,
  countOf = ({ length }) => length,
}: SelectionStripProps) {
  const { t } = words
  const isAll = selection.mode === 'all'
  const count = isAll ? choose.countSelected(selection, matching ?? loaded.length) : countOf([...selection.ids])
  const offersAll = !isAll && hasMore && matching !== undefined && choose.areAllSelected(selection, loaded)
  const hidden = choose.notShown(selection, loaded)
  const said = isAll
    ? 'All {{n}} that match are selected.'
    : hidden.length > 0
      ? '{{n}} selected, {{hidden}} of them not shown.'
      : '{{n}} selected.'
  return (
    <div className="dt-strip" role="status">
      <span>{t(said, { n: words.number(count), hidden: words.number(countOf(hidden)) })}</span>
      {hidden.length > 0 && (
        <button type="button" className="dt-link" onClick={() => set((now) => choose.without(now, hidden))}>
          {t('Leave out those not shown')}
        </button>
      )}
      {offersAll && (
        <button type="button" className="dt-link" onClick={() => set(choose.selectAllMatching)}>
          {t('Select all {{n}} that match', { n: words.number(matching) })}
        </button>
      )}
      <button type="button" className="dt-link" onClick={clear}>
        {t('Clear selection')}
      </button>
    </div>
  )
}

import { Button } from '@blueprintjs/core'
import { useRows } from '../../actions/useRows.ts'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { useWords } from '../../table/words.ts'
import type { LanguageProgress } from './LanguagePanel.tsx'
import { TextRow } from './TextRow.tsx'

interface TextListProps {
  language: LanguageProgress
  show: 'missing' | 'own' | 'all'
  search: string
}

/** The texts of one language. A filled one stays in its place until the list is loaded anew, so that nothing jumps while typing. */
export function TextList({ language, show, search }: TextListProps) {
  const { t } = useWords()
  const list = useRows('house.getTranslations', { language: language.code, show, search })
  if (list.isError) return <FailedState onRetry={() => void list.reload()} />
  if (list.isLoading) return <LoadingRows />
  if (list.rows.length === 0) return <Nothing show={show} isSearched={search !== ''} />
  return (
    <div className="lang-list">
      <div className="lang-head" aria-hidden="true">
        <span>English</span>
        <span lang={language.code}>{language.name}</span>
      </div>
      <ul>
        {list.rows.map((row) => (
          <TextRow key={row.key} language={language} row={row} />
        ))}
      </ul>
      {list.hasMore ? (
        <Button className="lang-next" text={t('Show more')} loading={list.isFetching} onClick={list.loadMore} />
      ) : null}
    </div>
  )
}

function Nothing({ show, isSearched }: { show: TextListProps['show']; isSearched: boolean }) {
  const { t } = useWords()
  if (isSearched) return <EmptyState title={t('No text matches')} text={t('Try other words or another tab.')} />
  if (show === 'missing') return <EmptyState title={t('Nothing is missing')} text={t('Every text is translated.')} />
  return <EmptyState title={t('Nothing was filled in here yet')} text={t('All words are those of the program.')} />
}

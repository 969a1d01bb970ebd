import { Download } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import type { SavedFile } from '../../../shared/bridge.ts'
import type { DownloadUnderWay } from '../../actions/downloads-under-way.ts'
import { useSay } from '../../actions/say.ts'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { SavedRow } from './SavedRow.tsx'
import { UnderWayRow } from './UnderWayRow.tsx'

interface DownloadsListProps {
  underWay: readonly DownloadUnderWay[]
  saved: readonly SavedFile[] | undefined
  error: Error | null
  onRetry: () => void
}

export function DownloadsList({ underWay, saved, error, onRetry }: DownloadsListProps) {
  const { t } = useTranslation()
  const say = useSay()
  return (
    <section className="downloads" aria-label={t('Downloads')}>
      <h2>{t('Downloads')}</h2>
      <div className="downloads-scroll">
        {underWay.length > 0 ? (
          <ul>
            {underWay.map((download) => (
              <UnderWayRow key={download.id} download={download} />
            ))}
          </ul>
        ) : null}
        {error ? <FailedState text={say.problem(error)} onRetry={onRetry} /> : null}
        {!saved && !error ? <LoadingRows rows={3} /> : null}
        {saved?.length === 0 && underWay.length === 0 ? (
          <EmptyState
            icon={<Download size={20} />}
            title={t('Nothing was downloaded yet')}
            text={t('Files you save are listed here and can be shown in their folder.')}
          />
        ) : null}
        {saved && saved.length > 0 ? (
          <ul>
            {saved.map((file) => (
              <SavedRow key={`${file.path} ${file.savedAt}`} file={file} />
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  )
}

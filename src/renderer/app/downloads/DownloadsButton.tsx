import './downloads.css'
import { Button, PopoverNext, PopupKind } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedFile } from '../../../shared/bridge.ts'
import { type DownloadUnderWay, onSaved, useDownloadList } from '../../actions/downloads.ts'
import { useSay } from '../../actions/say.ts'
import { host } from '../../host/host.ts'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { SavedRow, UnderWayRow } from './DownloadRow.tsx'

const KEY = ['recent-downloads']

/** The last downloads and those under way. Only in the desktop app: a browser has its own list. */
export function DownloadsButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const underWay = useDownloadList()
  const saved = useQuery({
    queryKey: KEY,
    queryFn: () => host.files.recentDownloads(),
    enabled: isOpen,
    staleTime: 0,
  })
  useEffect(() => onSaved(() => void client.invalidateQueries({ queryKey: KEY })), [client])
  const running = underWay.filter(({ problem }) => problem === null).length
  const failed = underWay.length - running
  const label = running > 0 ? t('Downloads, {{n}} under way', { n: running }) : t('Downloads')
  return (
    <PopoverNext
      placement="bottom-end"
      popupKind={PopupKind.DIALOG}
      isOpen={isOpen}
      onInteraction={setOpen}
      content={
        <DownloadsList
          underWay={underWay}
          saved={saved.data}
          error={saved.error}
          onRetry={() => void saved.refetch()}
        />
      }
    >
      <Button
        className="header-mark downloads-button"
        variant="minimal"
        icon={<Download />}
        aria-label={label}
        title={label}
        data-dot={running > 0 ? 'active' : failed > 0 ? 'bad' : undefined}
      />
    </PopoverNext>
  )
}

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

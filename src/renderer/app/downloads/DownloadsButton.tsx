import { Button, PopoverNext, PopupKind } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onSaved, useDownloadList } from '../../actions/downloads-under-way.ts'
import { host } from '../../host/host.ts'
import { DownloadsList } from './DownloadsList.tsx'
import './downloads.css'

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

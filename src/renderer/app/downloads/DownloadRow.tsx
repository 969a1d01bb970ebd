import { Button } from '@blueprintjs/core'
import { Cross, FolderOpen } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedFile } from '../../../shared/bridge.ts'
import { type DownloadUnderWay, forgetDownload } from '../../actions/downloads.ts'
import { useSay } from '../../actions/say.ts'
import { host } from '../../host/host.ts'
import { type Formats, useFormats } from '../../i18n/formats.ts'
import { Instant } from '../../kit/states.tsx'

/** A file that was saved. Whether it is still there is known when it is looked for. */
export function SavedRow({ file }: { file: SavedFile }) {
  const { t } = useTranslation()
  const say = useSay()
  const formats = useFormats()
  const [problem, setProblem] = useState<string | null>(null)
  const show = async () => {
    try {
      await host.files.showInFolder(file.path)
      setProblem(null)
    } catch (failure) {
      setProblem(say.problem(failure))
    }
  }
  return (
    <li className="download" data-gone={problem !== null}>
      <div className="download-text">
        <div className="download-name" title={file.path}>
          {file.name}
        </div>
        <div className="muted">
          {formats.bytes(file.bytes)} · <Instant at={file.savedAt} />
        </div>
        {problem === null ? null : (
          <div className="download-problem" role="alert">
            {problem}
          </div>
        )}
      </div>
      <Button
        size="small"
        variant="minimal"
        icon={<FolderOpen size={14} />}
        aria-label={t('Show {{name}} in folder', { name: file.name })}
        title={t('Show in folder')}
        onClick={() => void show()}
      />
    </li>
  )
}

/** A download that runs, with a real cancel, or one that failed, with another try. */
export function UnderWayRow({ download }: { download: DownloadUnderWay }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { id, name, problem } = download
  return (
    <li className="download">
      <div className="download-text">
        <div className="download-name">{name}</div>
        {problem === null ? (
          <>
            <ProgressBar download={download} />
            <div className="muted">{amountWords(download, formats, t)}</div>
          </>
        ) : (
          <div className="download-problem">{problem}</div>
        )}
      </div>
      {problem === null ? (
        <Button
          size="small"
          variant="minimal"
          text={t('Cancel')}
          aria-label={t('Cancel {{title}}', { title: name })}
          onClick={() => void host.files.cancelDownload(id)}
        />
      ) : (
        <FailedButtons download={download} />
      )}
    </li>
  )
}

function FailedButtons({ download: { id, name, again } }: { download: DownloadUnderWay }) {
  const { t } = useTranslation()
  const retry = () => {
    forgetDownload(id)
    again()
  }
  return (
    <>
      <Button size="small" text={t('Try again')} aria-label={t('Try again: {{name}}', { name })} onClick={retry} />
      <Button
        size="small"
        variant="minimal"
        icon={<Cross size={12} />}
        aria-label={t('Remove {{name}} from the list', { name })}
        title={t('Remove from the list')}
        onClick={() => forgetDownload(id)}
      />
    </>
  )
}

function ProgressBar({ download: { name, receivedBytes, totalBytes } }: { download: DownloadUnderWay }) {
  const part = totalBytes ? Math.min(1, receivedBytes / totalBytes) : null
  const known = part === null ? {} : { 'aria-valuenow': Math.round(part * 100) }
  return (
    <div
      className="download-progress"
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      data-unknown={part === null}
      {...known}
    >
      <span style={part === null ? {} : { width: `${part * 100}%` }} />
    </div>
  )
}

function amountWords({ receivedBytes, totalBytes }: DownloadUnderWay, formats: Formats, t: TFunction): string {
  if (totalBytes === null) return receivedBytes > 0 ? formats.bytes(receivedBytes) : t('Starting…')
  return t('{{sent}} of {{total}}', { sent: formats.bytes(receivedBytes), total: formats.bytes(totalBytes) })
}

import { Button } from '@blueprintjs/core'
import { FolderOpen } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedFile } from '../../../shared/bridge.ts'
import { useSay } from '../../actions/say.ts'
import { host } from '../../host/host.ts'
import { useFormats } from '../../i18n/formats.ts'
import { Instant } from '../../kit/values.tsx'

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

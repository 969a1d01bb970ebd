import { Button, ProgressBar } from '@blueprintjs/core'
import { Cross, Refresh } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../../actions/say.ts'
import type { PendingPhoto } from './photo-sending.ts'
import { useObjectUrl } from './use-photo-url.ts'

export interface PendingTileProps {
  photo: PendingPhoto
  onRetry: () => void
  onCancel: () => void
}

/** A picture on its way: how far it has come, or why it did not. */
export function PendingTile({ photo: { file, state, progress, problem }, onRetry, onCancel }: PendingTileProps) {
  const { t } = useTranslation()
  const say = useSay()
  const url = useObjectUrl(file)
  const words = problem === null ? null : say.problem(problem)
  // A picture that was refused for what it is stays refused.
  const mayWork = problem !== null && problem.status !== 400 && problem.code !== 'invalid_input'
  return (
    <li className="photo-tile" data-state={state}>
      <span className="photo-open">
        {url ? <img src={url} alt="" /> : null}
        {words === null ? (
          <span className="photo-progress" role="status">
            <ProgressBar
              stripes={false}
              animate={false}
              intent="primary"
              value={progress ?? 0}
              aria-label={t('Sending {{name}}', { name: file.name })}
            />
          </span>
        ) : (
          <span className="photo-problem" role="alert" title={`${file.name}: ${words}`}>
            {words}
          </span>
        )}
      </span>
      <span className="photo-tools">
        {mayWork ? (
          <Button
            variant="minimal"
            size="small"
            icon={<Refresh size={13} />}
            aria-label={t('Send {{name}} again', { name: file.name })}
            title={t('Try again')}
            onClick={onRetry}
          />
        ) : null}
        <Button
          variant="minimal"
          size="small"
          icon={<Cross size={13} />}
          aria-label={
            state === 'failed'
              ? t('Leave {{name}} out', { name: file.name })
              : t('Stop sending {{name}}', { name: file.name })
          }
          title={state === 'failed' ? t('Leave out') : t('Cancel')}
          onClick={onCancel}
        />
      </span>
    </li>
  )
}

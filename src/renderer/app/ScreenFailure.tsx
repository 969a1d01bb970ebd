import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { useSay } from '../actions/say.ts'
import { ApiError } from '../api/api-error.ts'
import { key } from '../i18n/key.ts'
import { FailedState } from '../kit/states.tsx'
import { type ChunkFailure, chunkFailureOf } from './chunk-failure.ts'

/** What stands in the place of a screen that broke; the frame around it goes on working. */
export function ScreenFailure() {
  const { t } = useTranslation()
  const say = useSay()
  const failure = useRouteError()
  const chunk = chunkFailureOf(failure, t('this screen'))
  if (chunk) {
    return (
      <FailedState
        title={t('A part of the program could not be loaded')}
        text={t(chunkWords[chunk.kind], { chunk: chunk.chunk })}
        onRetry={reload}
      />
    )
  }
  const text = failure instanceof ApiError ? say.problem(failure) : t('Something went wrong!')
  return <FailedState title={t('This screen stopped working')} text={text} onRetry={reload} />
}

const chunkWords: Record<ChunkFailure['kind'], string> = {
  timeout: key('Loading {{chunk}} took too long. Check the connection and try again.'),
  missing: key('{{chunk}} is not there. The program may have been updated: reload the page.'),
  stylesheet: key('The stylesheet {{chunk}} could not be loaded (CSS_CHUNK_LOAD_FAILED). Reload the page.'),
}

function reload(): void {
  location.reload()
}

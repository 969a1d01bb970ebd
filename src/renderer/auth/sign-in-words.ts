import { useTranslation } from 'react-i18next'
import { problemOf, useSay } from '../actions/say.ts'

/** The specification's words for a refused sign-in; a lock-out or a lost server says what it is. */
export function useSignInWords(): (failure: unknown) => string {
  const { t } = useTranslation()
  const say = useSay()
  return (failure) => {
    const error = problemOf(failure)
    const isRefusal = error.status === 401 || error.status === 400
    const isLocked = error.details.retry_after_seconds !== undefined
    return isRefusal && !isLocked ? t('Please enter valid credentials!') : say.problem(error)
  }
}

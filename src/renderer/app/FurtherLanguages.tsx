import { MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Tick } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { hasRight } from '../../shared/areas.ts'
import { toApiError } from '../api/api-error.ts'
import { api } from '../api/client.ts'
import { isFetched, type Language, ownName } from '../i18n/language.ts'
import { chooseLanguage, fetchLocale, returnMissing, takeMissing } from '../i18n/set-up.ts'
import { KeyMenu } from '../kit/KeyMenu.tsx'
import { showToast } from '../kit/Toasts.tsx'
import { currentUser, sessionAtom } from '../session/session.ts'

interface Further {
  code: Language
  name: string
  /** Of the texts that are translated, 0 to 1. */
  share: number
}

/** Changes the language, and says so where its words do not come. */
export function useChooseLanguage(): (language: Pick<Further, 'code' | 'name'>) => Promise<void> {
  const { t } = useTranslation()
  return async ({ code, name }) => {
    const isThere = await chooseLanguage(code)
    if (!isThere) showToast({ tone: 'error', text: t('The words of {{language}} did not come.', { language: name }) })
  }
}

interface FurtherLanguagesProps {
  current: Language
  /** The chosen one stands beside the menu already. */
  isNamed: boolean
}

/** The languages that admins or the installation have added. They are asked for when the menu opens, not before. */
export function FurtherLanguages({ current, isNamed }: FurtherLanguagesProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [isComing, setComing] = useState(false)
  const chooseLanguage = useChooseLanguage()
  const choose = async (one: Further) => {
    setComing(true)
    await chooseLanguage(one)
    setComing(false)
  }
  const isChosen = isFetched(current) && !isNamed
  return (
    <PopoverNext
      placement="bottom-end"
      isOpen={isOpen}
      onInteraction={setOpen}
      content={<FurtherMenu current={current} onChoose={(one) => void choose(one)} />}
    >
      <button
        type="button"
        className="switch-more"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-pressed={isChosen}
        aria-busy={isComing}
        aria-label={t('More languages')}
        title={isChosen ? ownName(current) : t('More languages')}
      >
        {isChosen ? current.toUpperCase() : null}
        <CaretDown size={12} />
      </button>
    </PopoverNext>
  )
}

function FurtherMenu({ current, onChoose }: { current: Language; onChoose: (one: Further) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: further, isError } = useQuery({ queryKey: ['further-languages'], queryFn: fetchFurther })
  const session = useAtomValue(sessionAtom)
  const mayTranslate = session.state === 'signed-in' && hasRight(session.user, 'translate')
  return (
    <KeyMenu label={t('More languages')}>
      {isError ? <MenuItem disabled text={t('This could not be loaded')} /> : null}
      {further?.length === 0 ? <MenuItem disabled text={t('No other language yet')} /> : null}
      {further?.map((one) => (
        <MenuItem
          key={one.code}
          lang={one.code}
          text={one.name}
          labelElement={one.code === current ? <Tick /> : shareWords(one, t)}
          onClick={() => onChoose(one)}
        />
      ))}
      {mayTranslate ? <MenuDivider /> : null}
      {mayTranslate ? <MenuItem text={t('Languages')} onClick={() => void navigate('/ops/languages')} /> : null}
    </KeyMenu>
  )
}

/** How far it is translated; the rest reads English. */
function shareWords({ share }: Further, t: ReturnType<typeof useTranslation>['t']): string {
  return share >= 1 ? '' : t('{{percent}}% translated', { percent: Math.floor(share * 100) })
}

async function fetchFurther(): Promise<Further[]> {
  const found = await fetchLocale('/locales/languages.json')
  return Array.isArray(found) ? (found as Further[]) : []
}

const everyMillis = 5_000

/** Tells the server now and then which texts have no translation (POST /locales/add/{lng}/{ns}), once somebody is signed in. */
export function startSendingMissingKeys(): void {
  setInterval(() => void sendMissingKeys(), everyMillis)
}

async function sendMissingKeys(): Promise<void> {
  const batch = currentUser() ? takeMissing() : null
  if (batch === null) return
  const fields = Object.fromEntries(batch.keys.map((key) => [key, '']))
  try {
    await api.languages.addMissingKeys({ ...fields, lng: batch.language, ns: 'translation' })
  } catch (failure) {
    // A refusal would be the same the next time; a lost connection would not.
    if (toApiError(failure).status === 0) returnMissing(batch)
  }
}

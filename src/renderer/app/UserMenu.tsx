import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Cog, EyeOpen, Flash, History, LogOut, Moon, Person, User as UserIcon } from '@blueprintjs/icons'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { hasRight } from '../../shared/areas.ts'
import { profilePath, settingsPath } from '../../shared/kernel/screens.ts'
import { wordOf } from '../i18n/code-words.ts'
import { type Language, languageOf } from '../i18n/language.ts'
import { KeyMenu } from '../kit/KeyMenu.tsx'
import { useIsPhone } from '../kit/use-is-phone.ts'
import { useSeeAs } from '../people/see-as.tsx'
import type { User } from '../session/session.ts'
import { ThemeSelect, useTheme } from '../theme/theme.tsx'
import { FurtherLanguages, useChooseLanguage } from './FurtherLanguages.tsx'
import { requestLogOpenAtom } from './request-log/RequestLog.tsx'
import { useSignOut } from './SignOut.tsx'

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation()
  const seeAs = useSeeAs()
  const out = useSignOut(user)
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        content={<UserMenuItems user={user} onSeeAs={() => seeAs.open()} onLeave={() => void out.leave()} />}
      >
        <Button variant="minimal" icon={<Person />} aria-label={t('Your account')} title={user.name} />
      </PopoverNext>
      {out.dialog}
      {seeAs.dialog}
    </>
  )
}

interface UserMenuItemsProps {
  user: User
  onSeeAs: () => void
  onLeave: () => void
}

function UserMenuItems({ user, onSeeAs, onLeave }: UserMenuItemsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const openLog = useSetAtom(requestLogOpenAtom)
  const isPhone = useIsPhone()
  return (
    <div className="user-menu">
      <div className="user-card">
        <strong>{user.name}</strong>
        <span className="muted">{user.email}</span>
        <span className="muted">{t(wordOf(user.role))}</span>
      </div>
      <div className="user-theme">
        {isPhone ? <LanguageSwitch /> : null}
        <ThemeSelect fill />
      </div>
      <KeyMenu>
        <MenuItem icon={<UserIcon />} text={t('Profile')} onClick={() => void navigate(profilePath(user, pathname))} />
        <MenuItem
          icon={<Cog />}
          text={t('Settings')}
          labelElement={<kbd>Ctrl+,</kbd>}
          onClick={() => void navigate(settingsPath(user, pathname))}
        />
        {hasRight(user, 'seeAsRole') ? (
          <MenuItem icon={<EyeOpen />} text={t('See as another role…')} onClick={onSeeAs} />
        ) : null}
        <MenuItem
          icon={<History />}
          text={t('Request log')}
          labelElement={<kbd>Ctrl+Shift+L</kbd>}
          onClick={() => openLog(true)}
        />
        <MenuItem icon={<LogOut />} text={t('Sign out')} onClick={onLeave} />
      </KeyMenu>
    </div>
  )
}

/** Each language in its own words, so that everybody finds their own. */
const names: readonly { language: Language; short: string; name: string }[] = [
  { language: 'en', short: 'EN', name: 'English' },
  { language: 'zh', short: '中文', name: '中文' },
]

/** Where facilities work (`/supply-management`), their people's own language stands with the bundled ones. */
const hindi = { language: 'hi', short: 'हिन्दी', name: 'हिन्दी' }

/** The two languages that come with the program by one click, all others in a menu beside them. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  const { pathname } = useLocation()
  const current = languageOf(i18n.language)
  const choose = useChooseLanguage()
  const isHindi = current.split('-')[0] === hindi.language
  const shown = isHindi || pathname.startsWith('/supply-management') ? [...names, hindi] : names
  return (
    <fieldset className="switch" aria-label={t('Language')}>
      {shown.map(({ language, short, name }) => (
        <button
          key={language}
          type="button"
          lang={language}
          title={name}
          aria-pressed={language === current || (isHindi && language === hindi.language)}
          onClick={() => void choose({ code: language, name })}
        >
          {short}
        </button>
      ))}
      <FurtherLanguages current={current} isNamed={isHindi} />
    </fieldset>
  )
}

/** Flips between the two named themes, or between one and none, as the settings have it. */
export function ThemeToggle() {
  const { t } = useTranslation()
  const { look, next, setTheme } = useTheme()
  const isDark = look === 'dark'
  const labels = { light: t('Use the light theme'), dark: t('Use the dark theme') }
  const label = next === null ? t('Use the theme of the system') : labels[next]
  return (
    <Button
      className="theme-toggle"
      variant="minimal"
      icon={isDark ? <Flash /> : <Moon />}
      aria-label={label}
      title={label}
      onClick={() => setTheme(next)}
    />
  )
}

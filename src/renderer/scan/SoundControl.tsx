import './scan.css'
import { Button } from '@blueprintjs/core'
import { VolumeOff, VolumeUp } from '@blueprintjs/icons'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTouched } from './scan-keyboard.ts'
import { keepSoundSettings, playSound, readSoundSettings, type SoundSettings } from './sounds.ts'

/** How loud this workstation sounds, and whether a device that is held vibrates; both are given while they are set. */
export const SoundControl = memo(function SoundControl() {
  const { t } = useTranslation()
  const [settings, setSettings] = useState(readSoundSettings)
  const set = (next: SoundSettings) => {
    setSettings(next)
    keepSoundSettings(next)
    playSound('good', next)
  }
  const { volume, isMuted } = settings
  return (
    <div className="sound-control">
      <Button
        variant="minimal"
        icon={isMuted ? <VolumeOff /> : <VolumeUp />}
        aria-label={isMuted ? t('Sound on') : t('Sound off')}
        title={isMuted ? t('Sound on') : t('Sound off')}
        aria-pressed={isMuted}
        onClick={() => set({ ...settings, isMuted: !isMuted })}
      />
      <input
        type="range"
        min={0}
        max={100}
        step={10}
        value={isMuted ? 0 : Math.round(volume * 100)}
        aria-label={t('Volume')}
        onChange={({ target }) =>
          set({ ...settings, volume: Number(target.value) / 100, isMuted: Number(target.value) === 0 })
        }
      />
      {canVibrate() ? (
        <label className="check-label">
          <input
            type="checkbox"
            checked={!settings.isStill}
            onChange={({ target }) => set({ ...settings, isStill: !target.checked })}
          />
          {t('Vibrate')}
        </label>
      ) : null}
    </div>
  )
})

/** A desktop's browser knows the word, and does nothing. */
const canVibrate = () => isTouched && 'vibrate' in navigator

import { Button, type ButtonProps } from '@blueprintjs/core'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Presses {
  /** The last press in this dialog got no answer, and nothing was typed since. */
  isLost: boolean
  noteLost: (isLost: boolean) => void
}

const PressScope = createContext<Presses>({ isLost: false, noteLost: () => undefined })

/** Makes its content one form, whose button knows when its last press got no answer. */
export function OneForm({ children }: { children: ReactNode }) {
  const [isLost, noteLost] = useState(false)
  const presses = useMemo(() => ({ isLost, noteLost }), [isLost])
  return <PressScope value={presses}>{children}</PressScope>
}

/** Says whether the press that this form made last is lost. */
export function useNoteLost(): (isLost: boolean) => void {
  const { noteLost } = useContext(PressScope)
  return useCallback(noteLost, [noteLost])
}

/** Without an answer for so long a button says that it waits, and the connection mark is not green. */
export const silentMillis = 3_000

interface StepButtonProps extends Omit<ButtonProps, 'loading' | 'text'> {
  text: string
  isRunning: boolean
  /** Outside a dialog: its press got no answer. */
  isLost?: boolean
}

/** The button that sends a form. Pressed again after a lost answer it is the same press, and so it is called. */
export function StepButton({ text, isRunning, isLost = false, disabled = false, ...rest }: StepButtonProps) {
  const { t } = useTranslation()
  const scope = useContext(PressScope)
  const isSilent = useIsLong(isRunning, silentMillis)
  const words = isSilent ? t('No answer yet…') : isLost || scope.isLost ? t('Try again') : text
  return <Button {...rest} text={words} loading={isRunning && !isSilent} disabled={disabled || isSilent} />
}

function useIsLong(isOn: boolean, millis: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!isOn) return
    const timer = setTimeout(() => setLong(true), millis)
    return () => clearTimeout(timer)
  }, [isOn, millis])
  return isOn && isLong
}

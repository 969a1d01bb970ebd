import { Button, Dialog, DialogBody, DialogFooter, type Intent } from '@blueprintjs/core'
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { OneForm, StepButton } from './StepButton.tsx'

/** Props that every dialog is given besides its own: whether it is shown, and the way to close it. */
export interface DialogTurn {
  isOpen: boolean
  onClose: () => void
}

export interface DialogValue<A> {
  /** Opens it afresh with what it is about: nothing of an earlier opening is left. */
  open: (...about: object extends A ? [about?: A] : [about: A]) => void
  close: () => void
  dialog: ReactNode
}

/** Longer than any dialog takes to go from sight. */
const closingMillis = 400

/**
 * A dialog as a value: `const create = useDialog(CreateInvoice, { onMade }); … create.open({ boxIds }) … {create.dialog}`. What
 * is given here is as new as the screen's last drawing; what is given to `open` stays as it was then.
 */
export function useDialog<P extends DialogTurn, F extends Partial<P> = Record<never, never>>(
  Body: ComponentType<P>,
  given?: F,
): DialogValue<Omit<P, keyof F | keyof DialogTurn>> {
  type About = Omit<P, keyof F | keyof DialogTurn>
  // Dialogs of several hooks are siblings: each needs a key that no other has.
  const id = useId()
  const [opened, setOpened] = useState<{ about: About | undefined; turn: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const turns = useRef(0)
  const open = useCallback((about?: About) => {
    turns.current += 1
    setOpened({ about, turn: turns.current })
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  // Once it has gone from sight it is gone: it holds no unsaved work and hears no keys.
  useEffect(() => {
    if (isOpen || !opened) return
    const timer = setTimeout(() => setOpened(null), closingMillis)
    return () => clearTimeout(timer)
  }, [isOpen, opened])
  // The three parts make up P: what is fixed, what it was opened with, and the turn itself. TypeScript cannot add them up.
  const props = { ...given, ...opened?.about, isOpen, onClose: given?.onClose ?? close } as unknown as P
  const dialog = opened ? (
    <OneForm key={`${id} ${opened.turn}`}>
      <Body {...props} />
    </OneForm>
  ) : null
  return { open, close, dialog }
}

/** `ref` of the field of a dialog that is typed in first: it has the focus once it is there. */
export const typedFirst = (field: HTMLInputElement | null) => field?.focus()

interface ModalProps extends DialogTurn {
  title: ReactNode
  className?: string
  /** It asks before something that cannot be taken back. */
  role?: 'alertdialog'
  /** Pixels; less where the window is narrower. */
  width?: number
  /** Holds typed work: a click beside it does not close it. */
  isTyped?: boolean
  /** Once it has gone. */
  onClosed?: () => void
  children: ReactNode
}

/** A dialog of the company, around `DialogParts`, `Loaded` or a form. */
export function Modal({ width, isTyped = false, ...rest }: ModalProps) {
  return (
    <Dialog
      {...rest}
      {...(width ? { style: { width: `min(${width}px, 96vw)` } } : {})}
      canOutsideClickClose={!isTyped}
      transitionDuration={100}
    />
  )
}

/** Whether a key belongs to a dialog, which then lies over the screen or drawer that hears it too. */
export function isOfDialog(target: EventTarget | null): boolean {
  return (
    // One that is going from sight has said all it had to say: the next key is the screen's again.
    document.querySelector('.bp6-dialog-container:not(.bp6-overlay-exit) .bp6-dialog') !== null ||
    (target instanceof Element && target.closest('.bp6-dialog') !== null)
  )
}

interface SentByKeysProps {
  run: (event: SyntheticEvent) => unknown
  /** There is nothing to send yet, or it is on its way. */
  isOff?: boolean
  className?: string
  children: ReactNode
}

/** Ctrl+Enter and Ctrl+S: what a form or a dialog is for is done. */
export function isSendKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) {
  return (key === 'Enter' || key.toLowerCase() === 's') && (ctrlKey || metaKey) && !altKey && !shiftKey
}

/** A form that Ctrl+Enter and Ctrl+S send from each of its fields. A dialog over it, as of a paste, has its own keys. */
export function SentByKeys({ run, isOff = false, className, children }: SentByKeysProps) {
  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!isSendKey(event) || isOff) return
    const top = [...document.querySelectorAll('.bp6-dialog')].at(-1)
    if (top && !top.contains(event.currentTarget)) return
    event.preventDefault()
    run(event)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter works in every field of the form.
    <div className={className} onKeyDown={keys}>
      {children}
    </div>
  )
}

/** The action of a dialog's primary button. */
export interface DialogStep {
  /** The button's verb, for example "Create invoice". */
  text: string
  /** Left out inside a form, which its button sends. */
  run?: (event: SyntheticEvent) => unknown
  intent?: Intent
  icon?: ReactNode
  isOff?: boolean
  isRunning?: boolean
  /** Where the action is the screen's: its last press got no answer. */
  isLost?: boolean
  /** Has the focus when the dialog opens: Enter agrees at once. */
  isFirst?: boolean
}

interface DialogPartsProps {
  onCancel: () => void
  /** Label of the button that closes; "Cancel" with a step and "Close" without, when left out. */
  cancel?: string
  step?: DialogStep | null
  /** Another way on, before the step. */
  more?: ReactNode
  /** At the left of the buttons: a sum, a note. */
  foot?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A dialog's body and its foot, where one button goes away and one goes on. */
export function DialogParts({ onCancel, cancel, step = null, more, foot, className, children }: DialogPartsProps) {
  const { t } = useTranslation()
  const { run } = step ?? {}
  return (
    <>
      <DialogBody {...(className ? { className } : {})}>{children}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={cancel ?? (step ? t('Cancel') : t('Close'))} onClick={onCancel} />
            {more}
            {step ? (
              <StepButton
                {...(run ? { onClick: (event: SyntheticEvent) => void run(event) } : { type: 'submit' as const })}
                {...(step.icon ? { icon: <>{step.icon}</> } : {})}
                intent={step.intent ?? 'primary'}
                text={step.text}
                autoFocus={step.isFirst ?? false}
                disabled={step.isOff ?? false}
                isRunning={step.isRunning ?? false}
                isLost={step.isLost ?? false}
              />
            ) : null}
          </>
        }
      >
        {foot}
      </DialogFooter>
    </>
  )
}

import './pictures.css'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { initialsOf, type Rgb, swatchOf } from '../../shared/areas/pictures/swatch.ts'
import { useLocale } from '../table/words.ts'
import { usePicture } from './use-picture.ts'

/** What a picture is of, as rows carry it. */
export interface Pictured {
  /** Its id; null where there is none. */
  picture: string | null | undefined
  /** Empty where a colour's name stands beside it: the cloth then bears no letters. */
  style_id: string
  style_name?: string
  style_name_zh?: string
  /** English; left out where the whole style is meant. */
  color?: string
}

interface StylePictureProps {
  of: Pictured
  /** Beside a line of text (26 px), at the head of something (56 px), or as a tile (112 px). */
  size?: 'line' | 'head' | 'tile'
  /** It can be reached by the keyboard and pressed; left out, only the pointer enlarges it, as in lists and grids. */
  isButton?: boolean
}

const HOVER_MS = 220

/**
 * A style's picture in a square that never changes its size, enlarged under the pointer; where there is none, cloth of the colour
 * with the style's initials.
 */
export function StylePicture({ of, size = 'line', isButton = false }: StylePictureProps) {
  const { t, name } = useLocale()
  const url = usePicture(of.picture ?? null, 'small')
  const zoom = useZoom()
  const style = name(of.style_name ?? '', of.style_name_zh ?? '') || of.style_id || (of.color ?? '')
  const alt = t('Picture of {{style}}', { style })
  const shown =
    url === null ? (
      <Swatch of={of} style={of.style_id === '' ? '' : style} />
    ) : (
      <img src={url} alt={alt} draggable={false} />
    )
  if (url === null || !of.picture) return <span className={`style-picture is-${size}`}>{shown}</span>
  const large = zoom.at && <Enlarged id={of.picture} small={url} alt={alt} at={zoom.at} />
  if (!isButton) {
    return (
      <span className={`style-picture is-${size}`} {...zoom.pointer}>
        {shown}
        {large}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={`style-picture is-${size}`}
      aria-expanded={zoom.at !== null}
      {...zoom.pointer}
      {...zoom.press}
    >
      {shown}
      {large}
    </button>
  )
}

const css = (colour: Rgb) => `rgb(${colour.join(' ')})`

/** Letters by CSS: they are no text of the cell that is copied, searched or read out. */
function Swatch({ of, style }: { of: Pictured; style: string }) {
  const { cloth, ink } = swatchOf(of.color ?? null, of.style_id)
  const look = { '--cloth': css(cloth), '--ink': css(ink) } as CSSProperties
  return <span className="style-swatch" data-letters={initialsOf(style, of.style_id)} style={look} aria-hidden="true" />
}

/** A cell of a list, or a line of words, with the picture before it. */
export function WithPicture({ of, children }: { of: Pictured; children: ReactNode }) {
  return (
    <span className="with-picture">
      <StylePicture of={of} />
      <span className="with-picture-words">{children}</span>
    </span>
  )
}

/** Where the enlarged one stands, by where the small one is. */
function useZoom() {
  const [at, setAt] = useState<DOMRect | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setAt(null)
  }
  const show = (element: Element) => setAt(element.getBoundingClientRect())
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (at === null) return
    // What it belongs to moves away under it.
    const gone = () => setAt(null)
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      gone()
    }
    window.addEventListener('scroll', gone, true)
    window.addEventListener('keydown', onEscape, true)
    return () => {
      window.removeEventListener('scroll', gone, true)
      window.removeEventListener('keydown', onEscape, true)
    }
  }, [at])
  return {
    at,
    pointer: {
      onPointerEnter: (event: { currentTarget: Element; pointerType: string }) => {
        const element = event.currentTarget
        if (event.pointerType === 'mouse') timer.current = setTimeout(() => show(element), HOVER_MS)
      },
      onPointerLeave: hide,
    },
    press: {
      onClick: (event: { currentTarget: Element }) => (at === null ? show(event.currentTarget) : hide()),
      onFocus: (event: { currentTarget: Element }) => {
        if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget)
      },
      onBlur: hide,
    },
  }
}

const ENLARGED = { width: 300, height: 380 }
const GAP = 8

/** Beside the small one, where there is room for it; the small one stands for it until it is there. */
function Enlarged({ id, small, alt, at }: { id: string; small: string; alt: string; at: DOMRect }) {
  const url = usePicture(id, 'large')
  const { width, height } = ENLARGED
  const right = at.right + GAP
  const left = right + width > window.innerWidth ? at.left - GAP - width : right
  const top = Math.min(at.top, window.innerHeight - height - GAP)
  const place = { left: Math.max(GAP, left), top: Math.max(GAP, top), width, height }
  return createPortal(
    <div className="style-enlarged" style={place} aria-hidden="true">
      <img src={url ?? small} alt={alt} />
    </div>,
    document.body,
  )
}

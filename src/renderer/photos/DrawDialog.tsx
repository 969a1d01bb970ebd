import { Button, ButtonGroup, Dialog } from '@blueprintjs/core'
import { ArrowTopRight, Circle, Draw, Undo } from '@blueprintjs/icons'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DrawTool, drawnTo, isVisible, type Mark, paintMarks, penWidth } from './drawing.ts'
import { usePhotoUrl } from './PhotoTile.tsx'
import { useWindowKeys } from './PhotoViewer.tsx'
import { jpegOf } from './photo-sending.ts'

export interface DrawHandle {
  open: (id: string) => void
  dialog: ReactNode
}

/** Marks on a photograph, in red. What is saved is a photograph of its own that takes the other's place. */
export function useDrawDialog(onDrawn: (file: File, of: string) => void): DrawHandle {
  const { t } = useTranslation()
  const [id, setId] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  return {
    open: (wanted) => {
      setId(wanted)
      setOpen(true)
    },
    dialog: (
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('Draw on the photo')}
        className="photo-viewer"
        // A slip beside the picture must not throw away what was drawn.
        canOutsideClickClose={false}
        transitionDuration={100}
      >
        {id === null ? null : (
          <Drawing
            key={id}
            id={id}
            onClose={() => setOpen(false)}
            onDrawn={(file) => {
              setOpen(false)
              onDrawn(file, id)
            }}
          />
        )}
      </Dialog>
    ),
  }
}

interface DrawingProps {
  id: string
  onDrawn: (file: File) => void
  onClose: () => void
}

function Drawing({ id, onDrawn, onClose }: DrawingProps) {
  const { t } = useTranslation()
  const [tool, setTool] = useState<DrawTool>('arrow')
  const [marks, setMarks] = useState<readonly Mark[]>([])
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = useBitmap(id)
  const undo = () => setMarks((all) => all.slice(0, -1))
  const save = async () => {
    const file = canvas.current && (await jpegOf(canvas.current, `drawn-${id}`))
    if (file) onDrawn(file)
  }
  useWindowKeys((event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z'
    if (isUndo) undo()
    return isUndo
  })
  return (
    <>
      <Tools tool={tool} onTool={setTool} onUndo={undo} canUndo={marks.length > 0} />
      <div className="photo-large">
        {picture ? (
          <Sheet canvas={canvas} picture={picture} tool={tool} marks={marks} onMarks={setMarks} />
        ) : (
          <span className="muted">…</span>
        )}
      </div>
      <div className="photo-pager">
        <Button text={t('Cancel')} onClick={onClose} />
        <Button
          intent="primary"
          text={t('Save the drawing')}
          disabled={!picture || !marks.some(isVisible)}
          onClick={() => void save()}
        />
      </div>
    </>
  )
}

interface ToolsProps {
  tool: DrawTool
  onTool: (tool: DrawTool) => void
  canUndo: boolean
  onUndo: () => void
}

function Tools({ tool, onTool, canUndo, onUndo }: ToolsProps) {
  const { t } = useTranslation()
  const tools = [
    { id: 'arrow', label: t('Arrow'), icon: <ArrowTopRight /> },
    { id: 'circle', label: t('Circle'), icon: <Circle /> },
    { id: 'line', label: t('By hand'), icon: <Draw /> },
  ] as const
  return (
    <div className="photo-draw-tools">
      <ButtonGroup role="group" aria-label={t('Drawing tool')}>
        {tools.map(({ id, label, icon }) => (
          <Button
            key={id}
            autoFocus={id === tool}
            icon={icon}
            text={label}
            active={id === tool}
            aria-pressed={id === tool}
            onClick={() => onTool(id)}
          />
        ))}
      </ButtonGroup>
      <Button variant="minimal" icon={<Undo />} text={t('Undo')} disabled={!canUndo} onClick={onUndo} />
    </div>
  )
}

interface SheetProps {
  canvas: { current: HTMLCanvasElement | null }
  picture: ImageBitmap
  tool: DrawTool
  marks: readonly Mark[]
  onMarks: (change: (marks: readonly Mark[]) => readonly Mark[]) => void
}

/** The picture with its marks, in its own pixels; shown as large as there is room. */
function Sheet({ canvas, picture, tool, marks, onMarks }: SheetProps) {
  const { t } = useTranslation()
  const isDown = useRef(false)
  const width = penWidth(picture.width, picture.height)
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!pen) return
    pen.drawImage(picture, 0, 0)
    paintMarks(pen, marks, width)
  }, [canvas, picture, marks, width])
  const placeOf = ({ nativeEvent, currentTarget }: PointerEvent<HTMLCanvasElement>) => ({
    x: (nativeEvent.offsetX / currentTarget.clientWidth) * picture.width,
    y: (nativeEvent.offsetY / currentTarget.clientHeight) * picture.height,
  })
  const end = () => {
    isDown.current = false
    onMarks((all) => (all.at(-1) && !isVisible(all.at(-1) as Mark) ? all.slice(0, -1) : all))
  }
  return (
    <canvas
      ref={canvas}
      className="photo-sheet"
      width={picture.width}
      height={picture.height}
      role="img"
      aria-label={t('The photo, with {{count}} marks', { count: marks.length })}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        isDown.current = true
        const start = placeOf(event)
        onMarks((all) => [...all, { tool, places: [start] }])
      }}
      onPointerMove={(event) => {
        if (!isDown.current) return
        const place = placeOf(event)
        onMarks((all) => all.map((mark, at) => (at === all.length - 1 ? drawnTo(mark, place) : mark)))
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}

function useBitmap(id: string): ImageBitmap | null {
  const { blob } = usePhotoUrl(id, 'full')
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null)
  useEffect(() => {
    if (blob === null) return
    let made: ImageBitmap | null = null
    let isGone = false
    void createImageBitmap(blob).then((read) => {
      made = read
      if (isGone) read.close()
      else setBitmap(read)
    })
    return () => {
      isGone = true
      made?.close()
      setBitmap(null)
    }
  }, [blob])
  return bitmap
}

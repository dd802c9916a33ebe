import { type DragEvent, useRef, useState } from "react";

/** Files that were dropped; each drop is another object. */
export interface Dropped {
  files: readonly File[];
  /** Whether there were folders, too, which are not read. */
  hasFolders: boolean;
}

/** Lets files be dropped anywhere on an element. Without it, the browser would leave the page for a file that misses its place. */
export function useFileDrop(onDrop: (dropped: Dropped) => void) {
  const [isOver, setOver] = useState(false);
  // The pointer enters and leaves each element inside, too.
  const depth = useRef(0);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current++;
      setOver(true);
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    },
    onDragLeave: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current--;
      if (depth.current <= 0) end();
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      end();
      const items = [...event.dataTransfer.items];
      const isFolder = (at: number) => items[at]?.webkitGetAsEntry()?.isDirectory === true;
      const all = [...event.dataTransfer.files];
      const files = all.filter((_, at) => !isFolder(at));
      onDrop({ files, hasFolders: files.length < all.length });
    },
  };
  return { isOver, handlers };
}

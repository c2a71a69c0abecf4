import { useEffect, useState } from "react";
import "./security.scss";

interface Drawing {
  size: number;
  path: string;
}

async function draw(text: string): Promise<Drawing> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { border: 3 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size, path };
}

/** Always dark on white, because cameras read nothing else reliably. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    let isOver = false;
    draw(text).then(
      (drawn) => {
        if (!isOver) setDrawing(drawn);
      },
      // The key below it works as well.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [text]);
  return (
    <div className="qr-code">
      {drawing && (
        <svg role="img" aria-label={label} viewBox={`0 0 ${drawing.size} ${drawing.size}`}>
          <path d={drawing.path} />
        </svg>
      )}
    </div>
  );
}

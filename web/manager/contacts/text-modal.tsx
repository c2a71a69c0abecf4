import { Modal } from "#web/ui/modal.tsx";

interface TextModalProps {
  title: string;
  /** Facts about the text, one per line. */
  facts: readonly string[];
  text: string;
  onClose: () => void;
}

/** Shows a text with its line breaks. */
export function TextModal({ title, facts, text, onClose }: TextModalProps) {
  return (
    <Modal title={title} onClose={onClose}>
      <div className="letter-facts">
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
      <p className="plain-lines">{text}</p>
    </Modal>
  );
}

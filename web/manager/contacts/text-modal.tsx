import { Modal } from "#web/ui/modal.tsx";

interface TextModalProps {
  title: string;
  /** Where it comes from: a line each. */
  facts: readonly string[];
  text: string;
  onClose: () => void;
}

/** What somebody wrote, with the lines as they wrote them. */
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

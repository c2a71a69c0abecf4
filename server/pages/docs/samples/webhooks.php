<?php // PHP 8 or newer with curl: php webhooks.php https://portal.example/api
$key = base64_decode(preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET')));

function sign(string $id, string $timestamp, string $body): string {
    global $key;
    return 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
}

// Sends one event. After a 429, a 5xx or no answer, send it again with the same id.
function send(string $portal, string $type, array $data, ?string $id = null): array {
    $id ??= bin2hex(random_bytes(16));
    $timestamp = (string) time();
    $body = json_encode(['type' => $type, 'timestamp' => gmdate('Y-m-d\TH:i:s\Z'), 'data' => $data]);
    $call = curl_init("$portal/ingest/events");
    curl_setopt_array($call, [
        CURLOPT_POSTFIELDS => $body,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HTTPHEADER => [
            'Content-Type: application/json',
            "webhook-id: $id",
            "webhook-timestamp: $timestamp",
            'webhook-signature: ' . sign($id, $timestamp, $body),
        ],
    ]);
    $answer = curl_exec($call);
    return [curl_getinfo($call, CURLINFO_RESPONSE_CODE), json_decode($answer, true)];
}

// Checks what the portal sent. $body is file_get_contents('php://input'), before json_decode.
function is_from_portal(array $headers, string $body): bool {
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) return false;
    $right = sign($headers['webhook-id'], $timestamp, $body);
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($right, $given)) return true;
    }
    return false;
}

if (isset($argv[1])) {
    $data = ['user_id' => 5, 'code' => 'B', 'at' => gmdate('Y-m-d\TH:i:s\Z')];
    print_r(send($argv[1], 'availability.changed', $data));
}

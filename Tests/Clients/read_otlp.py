"""Reads a request of OTLP/HTTP in JSON with OpenTelemetry's own definitions, which know every field and its type.

Usage: read_otlp.py traces|logs FILE. Prints the number of spans or log records.
"""

import base64
import json
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

IDS = {"traceId": 16, "spanId": 8, "parentSpanId": 8}


def with_bytes_as_protobuf_has_them(value):
    """OTLP has ids in hexadecimal digits, where JSON of protobuf has base64."""
    if isinstance(value, list):
        return [with_bytes_as_protobuf_has_them(element) for element in value]
    if not isinstance(value, dict):
        return value
    result = {}
    for name, member in value.items():
        if name in IDS:
            octets = bytes.fromhex(member)
            assert len(octets) == IDS[name] and any(octets), (name, member)
            member = base64.b64encode(octets).decode()
        result[name] = with_bytes_as_protobuf_has_them(member)
    return result


kind, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    text = json.dumps(with_bytes_as_protobuf_has_them(json.load(file)))
if kind == "traces":
    request = json_format.Parse(text, ExportTraceServiceRequest())
    scopes = [scope for resource in request.resource_spans for scope in resource.scope_spans]
    items = [span for scope in scopes for span in scope.spans]
    for span in items:
        assert span.name and span.kind and 0 < span.start_time_unix_nano <= span.end_time_unix_nano, span
else:
    request = json_format.Parse(text, ExportLogsServiceRequest())
    scopes = [scope for resource in request.resource_logs for scope in resource.scope_logs]
    items = [record for scope in scopes for record in scope.log_records]
    for record in items:
        assert record.severity_number and record.time_unix_nano and record.body.string_value, record
print(len(items))

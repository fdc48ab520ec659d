import { parse, type Type } from 'protobufjs';

/**
 * The parts of the ONNX format that this package writes, or inspects in uploaded models, as in onnx/onnx.proto (ONNX IR version 8; the
 * schema is under the Apache License 2.0).
 */
const SCHEMA = `
syntax = "proto2";
package onnx;

message ModelProto {
  optional int64 ir_version = 1;
  optional string producer_name = 2;
  optional GraphProto graph = 7;
  repeated OperatorSetIdProto opset_import = 8;
  repeated StringStringEntryProto metadata_props = 14;
  repeated FunctionProto functions = 25;
}
message FunctionProto {
  repeated NodeProto node = 7;
  optional string domain = 10;
  repeated AttributeProto attribute_proto = 11;
}
message StringStringEntryProto { optional string key = 1; optional string value = 2; }
message OperatorSetIdProto { optional string domain = 1; optional int64 version = 2; }
message GraphProto {
  repeated NodeProto node = 1;
  optional string name = 2;
  repeated TensorProto initializer = 5;
  repeated ValueInfoProto input = 11;
  repeated ValueInfoProto output = 12;
  repeated SparseTensorProto sparse_initializer = 15;
}
message NodeProto {
  repeated string input = 1;
  repeated string output = 2;
  optional string name = 3;
  optional string op_type = 4;
  repeated AttributeProto attribute = 5;
  optional string domain = 7;
}
message AttributeProto {
  optional string name = 1;
  optional float f = 2;
  optional int64 i = 3;
  optional bytes s = 4;
  optional TensorProto t = 5;
  optional GraphProto g = 6;
  repeated int64 ints = 8;
  repeated TensorProto tensors = 10;
  repeated GraphProto graphs = 11;
  optional int32 type = 20;
  optional SparseTensorProto sparse_tensor = 22;
  repeated SparseTensorProto sparse_tensors = 23;
}
message SparseTensorProto { optional TensorProto values = 1; optional TensorProto indices = 2; }
message TensorProto {
  repeated int64 dims = 1;
  optional int32 data_type = 2;
  optional string name = 8;
  optional bytes raw_data = 9;
  repeated StringStringEntryProto external_data = 13;
  optional int32 data_location = 14;
}
message ValueInfoProto { optional string name = 1; optional TypeProto type = 2; }
message TypeProto { optional TensorTypeProto tensor_type = 1; }
message TensorTypeProto { optional int32 elem_type = 1; optional TensorShapeProto shape = 2; }
message TensorShapeProto { repeated DimensionProto dim = 1; }
message DimensionProto { optional int64 dim_value = 1; optional string dim_param = 2; }
`;

/** The protobuf type of an ONNX model. Field names are in camel case. */
export const ModelProto: Type = parse(SCHEMA).root.lookupType('onnx.ModelProto');

/** Types of tensor elements (TensorProto.DataType). */
export const DATA_TYPE = { float: 1, int64: 7 } as const;
/** Types of attributes (AttributeProto.AttributeType). */
export const ATTRIBUTE_TYPE = { float: 1, int: 2, string: 3, ints: 7 } as const;
